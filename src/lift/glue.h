// The glue: the Programs that calls of transformed callables find, one line each into a derivative.
// Early glue stands behind the first #include of tlaloc, late glue at the end of the file.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lift/access.h"
#include "lift/program.h"

namespace tlaloc::lift {

struct GlueCall {
  std::string site;  ///< "::tlaloc_gen::at_main_cpp_7_2bb9<...>"
  std::string path;  ///< "::tlaloc::Path<...>"
  bool is_late = false;
  bool is_generic = false;  ///< several calls share a Program: their parameters have types
  const PrintedProgram* program = nullptr;
  std::vector<Access> captures;   ///< in the order of the captured parameters
  std::vector<std::string> keys;  ///< of the first parameters, where the types are to be told apart
                                  ///< and cannot be named early; "": the type is named
};

/// Whether the type of a parameter can be written wherever tlaloc is known.
bool has_plain_name(const ir::Tree& t);

class Glue {
 public:
  void declare_site(const std::string& name, bool keyed);
  void add(const GlueCall& c);
  /// The site of a function object's class, spelled from the top.
  void add_site_of(const std::string& type, const std::string& site);

  /// Derivatives are included by file name.
  std::string early(const std::vector<std::string>& derivatives) const;
  std::string late() const;  ///< "" if there is none

 private:
  struct Program {
    std::string site, path;
    bool is_late = false;
    std::vector<std::string> calls;
    std::string graph;  ///< members that hold the graph's text; "" if nobody asks
  };
  std::string programs(bool late) const;

  std::string sites_, late_declarations_, site_of_;
  std::set<std::string> declared_;
  std::map<std::string, std::size_t> index_;
  std::vector<Program> programs_;
};

/// The text of one `call`.
std::string call_text(const GlueCall& c);
/// The text of the members that hold the graph.
std::string graph_text(const GlueCall& c);

}  // namespace tlaloc::lift
