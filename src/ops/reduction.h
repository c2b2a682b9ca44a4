// What reductions have in common. Attribute: axes, growing; they go away.
#pragma once

#include "ops/define.h"
#include "ops/strides.h"
#include "pen/cpp_pen.h"

namespace tlaloc::ops {

base::Result<std::vector<Type>> reduction_types(ir::TypeQuery& q);
base::Result<Values> reduction_batch(Builder& b, const Node& node, const Values& x,
                                     const std::vector<bool>& batched, const Size& batch);
/// tlaloc::sum(x) over everything, tlaloc::sum<0, 2>(x) over some axes.
void reduction_call(pen::CppPen& pen, const Node& n, std::string_view name);
template <Literal Name>
void reduction_cpp(pen::CppPen& pen, const Node& n) {
  reduction_call(pen, n, Name.view());
}
/// `of_nothing`: whether an axis without elements may be reduced.
std::vector<ir::Sample> reduction_samples(bool of_nothing);
std::vector<ir::RefusedSample> reduction_refusals(std::string_view op);

/// Calls visit(position in x, position in y) for every element of x, in order.
template <class F>
void each_reduced(const pen::HostBuffer& x, const pen::HostBuffer& y, const Ints& axes, F visit) {
  std::vector<std::int64_t> step(x.sizes.size(), 0);
  const std::vector<std::int64_t> dense = strides_of(y.sizes);
  for (std::size_t i = 0, kept = 0; i < step.size(); ++i) {
    bool gone = false;
    for (std::int64_t a : axes) gone = gone || a == static_cast<std::int64_t>(i);
    if (!gone) step[i] = dense[kept++];
  }
  Counter at(x.sizes);
  for (std::int64_t i = 0, n = x.count(); i < n; ++i, at.next()) visit(i, at.offset(step));
}

}  // namespace tlaloc::ops
