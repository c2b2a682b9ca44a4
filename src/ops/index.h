// The parts of the indexing family: index.cc defines the ops, index_text.cc their texts,
// index_batch.cc their batching.
#pragma once

#include "ops/define.h"
#include "pen/cpp_pen.h"
#include "pen/hlo_pen.h"

namespace tlaloc::ops {

/// acc + place(i, v) becomes add_at(acc, i, v), which a back end does in place.
std::optional<Values> add_placed(ir::RewriteQuery& q);

/// The operands without the first ones and the last ones: the indices of a use.
inline Values indices(const Node& n, std::size_t first, std::size_t after) {
  return Values(n.operands.begin() + first, n.operands.end() - after);
}
/// What is left of x when `count` first axes are indexed.
Type part_type(const Type& x, std::size_t count);

/// The indices, which are in an axis of this size: else the program fails there.
Value in_axis(Builder& b, Value i, const Size& size);

void index_hlo(pen::HloPen& pen, const Node& n);
void place_hlo(pen::HloPen& pen, const Node& n);
void update_hlo(pen::HloPen& pen, const Node& n);
void add_at_hlo(pen::HloPen& pen, const Node& n);
void index_cpp(pen::CppPen& pen, const Node& n);
void place_cpp(pen::CppPen& pen, const Node& n);
void part_cpp(pen::CppPen& pen, const Node& n);

base::Result<Values> index_batch(Builder& b, const Node& n, const Values& x,
                                 const std::vector<bool>& batched, const Size& batch);
base::Result<Values> place_batch(Builder& b, const Node& n, const Values& x,
                                 const std::vector<bool>& batched, const Size& batch);
/// Of update and add_at.
base::Result<Values> part_batch(Builder& b, const Node& n, const Values& x,
                                const std::vector<bool>& batched, const Size& batch);

}  // namespace tlaloc::ops
