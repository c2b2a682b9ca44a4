// What a C++ type is to the lifter of bodies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tlaloc/dtype.h>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Decl;
class FieldDecl;
class NamedDecl;
class QualType;
}  // namespace clang

namespace tlaloc::lift {

enum class Shape : std::uint8_t {
  scalar,    ///< arithmetic, enum or bfloat16
  tensor,    ///< tlaloc::Tensor
  list,      ///< std::vector of scalars; rank 1
  span,      ///< std::span of scalars
  records,   ///< std::vector or std::span of structs, pairs, tuples, arrays
  array,     ///< std::array or T[N]
  pair,      ///< std::pair
  tuple,     ///< std::tuple
  optional,  ///< std::optional: a bool, then the value
  wrapper,   ///< tlaloc::Scalar<T>: lifted as the T in it
  record,    ///< any other class with a definition, closures among them
  pointer,   ///< pointer, reference or iterator
  none,      ///< anything else
};

/// The kind of a type; const and references are looked through.
Shape shape_of(const clang::ASTContext& c, clang::QualType t);

/// The dtype of an arithmetic type, enum or bfloat16.
std::optional<DType> scalar_dtype(const clang::ASTContext& c, clang::QualType t);

/// The element type of a tensor, list, span, array or wrapper.
clang::QualType element_type(const clang::ASTContext& c, clang::QualType t);
/// The elements of an array, pair or tuple.
std::int64_t element_count(const clang::ASTContext& c, clang::QualType t);
/// The types of the children of an array, pair, tuple, optional or record: bases first, then
/// fields.
std::vector<clang::QualType> child_types(const clang::ASTContext& c, clang::QualType t);
/// The number of a field among the children of its class.
int child_number(const clang::FieldDecl& f);
/// The number of the direct base `base` among the children of `derived`, or -1.
int base_number(const clang::CXXRecordDecl& derived, const clang::CXXRecordDecl& base);

/// Whether a declaration stands in ::std (inline and inner namespaces included).
bool is_in_std(const clang::Decl& d);
/// "array" for std::array<...>, "" for what is no class of std.
std::string std_class(clang::QualType t);

}  // namespace tlaloc::lift
