// Every transformed callable of a unit: the specialisations of tlaloc::Derived, with where they
// were asked for.
#pragma once

#include <vector>

#include "lift/derived_type.h"
#include "lift/unit.h"

namespace clang {
class CXXRecordDecl;
}

namespace tlaloc::lift {

struct Transformed {
  DerivedType type;
  const clang::ClassTemplateSpecializationDecl* derived = nullptr;
  clang::SourceLocation at;  ///< of the first transformation that made it
  bool is_called = false;    ///< its call operator is used: a refusal of it is reported
  bool wants_text = false;   ///< its program is asked for as a value: the graph is embedded
};

/// In the order of the text.
std::vector<Transformed> transformed_callables(const Unit& unit);

/// The call operators of a class: declared ones, and instances of a template's; its bases' where it
/// has none.
std::vector<const clang::FunctionDecl*> call_operators(const clang::CXXRecordDecl& r);

/// Whether `f` takes what a transformed call of it is given: its parameters come first.
bool takes(const clang::FunctionDecl& f, const clang::FunctionDecl& call);

/// Of the instances of a generic callable, those that the transformation is called with.
std::vector<const clang::FunctionDecl*> called_with(const Transformed& t,
                                                    std::vector<const clang::FunctionDecl*> bodies);

}  // namespace tlaloc::lift
