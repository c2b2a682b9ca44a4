// Reads tlaloc::Derived<Path<Op...>, F> off a type: what the user asked for, and of which callable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "transform/pipeline.h"

namespace clang {
class ClassTemplateSpecializationDecl;
class Decl;
class FunctionDecl;
class QualType;
class Type;
}  // namespace clang

namespace tlaloc::lift {

/// A transformed callable's type, decoded.
struct DerivedType {
  std::vector<transform::Step> steps;  ///< outermost first, as in Path
  std::vector<std::string>
      unknown;       ///< transformations of the path that this tool does not know by name
  std::string path;  ///< "::tlaloc::Path<::tlaloc::GradOp<0>>"
  std::string verb;  ///< "grad", "grad_of_jvp": for names of generated functions
  const clang::Type* callable = nullptr;  ///< F, canonical
};

/// Empty if `t` is no Derived, and no base of one.
std::optional<DerivedType> derived_type(clang::QualType t);
std::optional<DerivedType> derived_type(const clang::ClassTemplateSpecializationDecl& d);

/// Whether a declaration stands in ::tlaloc (inner namespaces included).
bool is_in_tlaloc(const clang::Decl& d);

/// Whether `f` is a transformation: tlaloc::grad, jvp, fused, …: a callable in (vmap: and
/// markers), its Derived out.
bool is_transformation(const clang::FunctionDecl& f);

}  // namespace tlaloc::lift
