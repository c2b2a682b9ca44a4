// Goes through the transformed callables of a unit: asks for their programs, gathers glue and
// edits.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lift/access.h"
#include "lift/calls_at.h"
#include "lift/copies.h"
#include "lift/function_args.h"
#include "lift/glue.h"
#include "lift/keys.h"
#include "lift/lambda_edit.h"
#include "lift/lift.h"
#include "lift/site.h"
#include "lift/transformed.h"

namespace tlaloc::lift {

class Callables {
 public:
  explicit Callables(Unit& unit, int explain_line = 0);

  /// Everything but writing. Refusals of callables that nobody calls are dropped: the compiler's
  /// own error attribute stops whoever calls them after all.
  void visit();
  LiftResult take_result() { return std::move(result_); }

  Edits& edits() { return edits_; }
  const std::vector<GeneratedFile>& derivatives() const { return derivatives_; }
  std::string early() const;
  std::string late() const { return glue_.late(); }

 private:
  /// One callable of one transformation, however it was found.
  struct Use {
    const Transformed& t;
    Site& site;
    std::string program_site;  ///< "::tlaloc_gen::...", for Program
    std::string kind;          ///< "lambda", "function", "object"
    std::string reader;        ///< "captured" for lambdas
  };

  void visit(const Transformed& t);
  void visit_lambda(const Transformed& t, const clang::CXXRecordDecl& closure);
  void visit_object(const Transformed& t, const clang::CXXRecordDecl& r);
  void visit_parts(const Transformed& t, const clang::CXXRecordDecl& r);
  void visit_fn(const Transformed& t, const clang::CXXRecordDecl& fn);
  void visit_pointer(const Transformed& t);
  void visit_argument(const Transformed& t, const FunctionArg& a);
  void edit_argument(Site& site, const FunctionArg& a);
  void edit_local_class(Site& site, const clang::CXXRecordDecl& r);
  /// Programs for all call operators; false if one was refused.
  bool add_programs(const Use& use, const std::vector<const clang::FunctionDecl*>& bodies);
  bool add_program(const Use& use, const clang::FunctionDecl& body, bool is_generic);
  bool is_asked_about(const Use& use, const clang::FunctionDecl& body) const;
  void tell_records_apart(const clang::FunctionDecl& body, GlueCall& call);
  bool is_guarded(const Use& use, const PrintedProgram& p);
  void edit_all();
  void refuse(const Transformed& t, base::Error e);
  void say(const Use& use, const std::string& name);
  std::string fresh_name(const std::string& stem);
  const std::vector<FunctionArg>& arguments();

  Unit& unit_;
  Edits edits_;
  SiteTable sites_;
  Keys keys_;
  Accesses accesses_;
  MacroBodies macros_;
  Glue glue_;
  std::set<std::string> names_;
  std::map<std::string, bool> asked_;  // site and path: whether all its programs were printed
  std::vector<std::pair<Site*, FunctionArg>> named_;
  std::vector<std::pair<Site*, const clang::CXXRecordDecl*>> local_;
  std::vector<FunctionArg> arguments_;
  bool has_arguments_ = false;
  int explain_line_ = 0;
  std::set<const clang::Decl*> called_there_;  // on that line
  std::vector<GeneratedFile> derivatives_;
  LiftResult result_;
};

}  // namespace tlaloc::lift
