// Keys: one site inside a template has one program for each instance. The template's text names a
// key made of its parameters; each specialisation names the key made of their arguments.
#pragma once

#include <string>

#include "lift/edits.h"
#include "lift/site.h"

namespace clang {
class Decl;
class QualType;
class TemplateArgument;
}  // namespace clang

namespace tlaloc::lift {

class Keys {
 public:
  Keys(Unit& unit, SiteTable& sites, Edits& edits) : unit_(unit), sites_(sites), edits_(edits) {}

  /// Keys of what is around a declaration, or of what is inside it too: with its own parameters.
  enum class Scope { around, inside };
  /// As the user's text spells them: "<void(::tlaloc::detail::Key<T>)>"; "" outside templates.
  std::string in_text(const clang::Decl& d, Scope scope = Scope::around);
  /// The same for this instance: "<void(::tlaloc::detail::TypeKey<double>)>".
  std::string of_instance(const clang::Decl& d, Scope scope = Scope::around);

  /// A site's type as the user's text names it, and as a specialisation does.
  std::string site_in_text(Site& site);
  std::string site_of_instance(Site& site, const clang::Decl& d);
  /// The same without the mark of a late one: the first argument of its Programs.
  std::string program_site(Site& site, const clang::Decl& d);

  /// What detail::Key makes of a type.
  std::string key_of(clang::QualType t);

 private:
  struct Part {
    std::string text, key;
  };
  std::vector<Part> parts(const clang::Decl& d, Scope scope);
  void add_parameters(const clang::Decl& d, bool is_innermost, std::vector<Part>& out);
  std::string key_of(const clang::TemplateArgument& a);
  std::string local_class_key(const clang::CXXRecordDecl& r);

  Unit& unit_;
  SiteTable& sites_;
  Edits& edits_;
};

/// Whether a class stands inside a function: it has no name outside.
bool is_local(const clang::CXXRecordDecl& r);

}  // namespace tlaloc::lift
