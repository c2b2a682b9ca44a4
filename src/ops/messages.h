// What type rules say, and the checks that many of them make. Labels are "op.cN"; c0 is a wrong
// number of operands or a missing attribute, which only a hand-made graph can have.
#pragma once

#include "ops/define.h"

namespace tlaloc::ops {

/// "axis seq (128)", "axis 1 (n)"
std::string axis_text(const Type& t, int axis);
/// A refusal of the rule's op with label cN.
tl::unexpected<base::Error> refuse(const ir::TypeQuery& q, int label, std::string what);
/// c0: so many operands.
base::Result<void> operand_count(const ir::TypeQuery& q, std::size_t expected);
/// Fails with label cN unless every axis exists in a rank, and none stands twice.
base::Result<void> check_axes(const ir::TypeQuery& q, int label, const Ints& axes, int rank);
/// Adds the check a <= b, decided at once where the sizes tell.
base::Result<void> at_most(ir::TypeQuery& q, const Size& a, const Size& b, int label,
                           std::string what);
/// The size of two axes that align: they are equal, or one of them is 1. Axes of one name are
/// equal. Adds the checks that only run time can decide, with label cN.
base::Result<Size> common_size(ir::TypeQuery& q, const Type& x, int i, const Type& y, int j,
                               int label);
/// a <= b whatever the symbols are.
bool surely_at_most(const Size& a, const Size& b);

inline base::Result<std::vector<Type>> one(Type t) {
  return std::vector<Type>{ir::make_type(t.dtype, std::move(t.sizes), std::move(t.names))};
}

/// The axes of a rank that are not listed.
Ints other_axes(const Ints& axes, int rank);
bool contains(const Ints& axes, std::int64_t axis);
/// Each plus one: what batching does to axis numbers.
Ints shifted(Ints axes);
/// {0, 1, …, n - 1}, or from `first` on.
Ints iota_ints(std::int64_t n, std::int64_t first = 0);
template <class T>
std::vector<T> with_front(T front, const std::vector<T>& rest) {
  std::vector<T> out{std::move(front)};
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

}  // namespace tlaloc::ops
