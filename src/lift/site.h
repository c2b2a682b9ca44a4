// Sites: the identities that callables get, and how each is written in the edited text and in
// generated code.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lift/unit.h"

namespace clang {
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class NamedDecl;
}  // namespace clang

namespace tlaloc::lift {

/// A place in the text that holds a callable. Inside a template it stands for one callable an
/// instance.
struct Site {
  std::string name;                               ///< "at_main_cpp_7_2bb9", in namespace tlaloc_gen
  const clang::CXXRecordDecl* closure = nullptr;  ///< one of its closures; null: a function
  std::string
      text_keys;      ///< "<void(Key<T>, ...)>" as the user's template spells it; "": no template
  bool late = false;  ///< its programs stand at the end of the file
  std::vector<std::string> tied;  ///< what the edited lambda hands out, in order
  bool needs_edit = false;
};

class SiteTable {
 public:
  explicit SiteTable(Unit& unit) : unit_(unit) {}

  /// The site of a lambda; made at first sight.
  Site& of_closure(const clang::CXXRecordDecl& closure);
  /// A site for a function that a template names there.
  Site& of_place(clang::SourceLocation name);
  /// A site for a function or a function object's class, declared there.
  Site& of_declaration(const clang::NamedDecl& d);

  /// All sites in the order of their first sight.
  const std::vector<Site*>& all() const { return order_; }

  /// "main_cpp_7": file and line, for names of generated things.
  std::string stem(clang::SourceLocation at) const;
  /// Different for each translation unit of a program.
  const std::string& unit_key();

 private:
  using Key = std::tuple<const void*, unsigned,
                         unsigned>;  // file, offset, invocation of the macro that spells it
  Site& at(clang::SourceLocation place);
  Site& make(Key key, const std::string& name);
  std::string place_hash(clang::SourceLocation at, bool everywhere_the_same,
                         const std::string& more);

  Unit& unit_;
  std::string unit_key_;
  std::map<Key, Site> sites_;
  std::map<std::string, Site> declared_;
  std::vector<Site*> order_;
};

/// Whether the text at a location was spelled in a macro's body (and not in an argument of one).
bool is_in_macro_body(const Unit& unit, clang::SourceLocation at);

/// Index of `name` in site.tied, added at first use.
unsigned tie_index(Site& site, const std::string& name);

}  // namespace tlaloc::lift
