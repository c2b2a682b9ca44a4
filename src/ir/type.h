// What a value is: an element type and a list of sizes, with optional axis names. Rank 0 is a
// scalar.
#pragma once

#include <string>
#include <vector>

#include <tlaloc/dtype.h>

#include "ir/size.h"

namespace tlaloc::ir {

struct Type {
  DType dtype = DType::f32;
  Sizes sizes;
  std::vector<std::string> names;  ///< empty, or one an axis ("" = no name)

  int rank() const { return static_cast<int>(sizes.size()); }
  bool is_scalar() const { return sizes.empty(); }
  std::string name(int axis) const { return names.empty() ? std::string() : names[axis]; }
  bool operator==(const Type&) const = default;
};

inline Type scalar_type(DType t) { return {t, {}, {}}; }
/// Drops the list of names if all are empty, so that equal types compare equal.
Type make_type(DType dtype, Sizes sizes, std::vector<std::string> names = {});

/// "f32[batch=n, 784]", "f64[]": what parse_type reads back.
std::string text(const Type& t);
base::Result<Type> parse_type(std::string_view text);

}  // namespace tlaloc::ir
