// Types and declarations as C++ spells them from any place in the file.
#pragma once

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class NamedDecl;
class QualType;
class TemplateArgument;
}  // namespace clang

namespace tlaloc::lift {

/// "double", "tlaloc::Matrix<float>", "ns::Poly<double, 3>". Looks through aliases; anonymous and
/// inline namespaces are not said.
std::string spelled(const clang::ASTContext& context, clang::QualType t);
std::string spelled(const clang::ASTContext& context, const clang::TemplateArgument& a);

/// "ns::Poly<double, 3>", "ns::f": a name that works in any scope once "::" stands before it.
std::string qualified_name(const clang::ASTContext& context, const clang::NamedDecl& d);

/// What an axis type of a tensor says; empty if `t` is none.
struct AxisSpelling {
  std::string name;
  long size = -1, bound = -1;  ///< -1: not said
};
std::optional<AxisSpelling> axis_spelling(clang::QualType t);

}  // namespace tlaloc::lift
