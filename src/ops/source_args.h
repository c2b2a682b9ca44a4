// How calls in user code are read: arguments as values, axes, sizes and indices; NumPy
// broadcasting; scalars beside tensors. A form of a call that is not understood fails with the id
// "lift.form".
#pragma once

#include "ops/build.h"
#include "ops/define.h"

namespace tlaloc::ops {

using Built = base::Result<Values>;

/// "sum: … [lift.form]"
tl::unexpected<base::Error> not_lifted(const SourceCall& call, std::string what);
/// Fails unless the call has so many arguments.
base::Result<void> arguments(const SourceCall& call, std::size_t least, std::size_t most);

/// Argument i as a value: its own, or an integer constant.
base::Result<Value> value_at(Builder& b, const SourceCall& call, std::size_t i);
/// The numbers of arguments from `first` on, or the template arguments if there are any.
base::Result<Ints> ints_from(Builder& b, const SourceCall& call, std::size_t first);
/// The same as sizes. A value that is no known number gives birth to a symbol.
base::Result<Sizes> sizes_from(Builder& b, const SourceCall& call, std::size_t first,
                               std::size_t after);
/// The same as integer scalars.
base::Result<Values> indices_from(Builder& b, const SourceCall& call, std::size_t first,
                                  std::size_t after);
/// The axes of a reduction over x: none named means all; counted from the right below 0; sorted.
base::Result<Ints> axes_of(Builder& b, const SourceCall& call, std::size_t first, int rank);
/// One axis, `otherwise` if none is named.
base::Result<std::int64_t> axis_of(Builder& b, const SourceCall& call, std::size_t first, int rank,
                                   std::optional<std::int64_t> otherwise);
/// The sizes of a result whose type may fix some of them: `given` has all, or those left open.
base::Result<Sizes> result_sizes(const SourceCall& call, Sizes given);
/// A size that has this value.
Size size_from(Builder& b, Value v);

/// Values of one shape, by NumPy's rules: axes align from the right, a size of 1 is repeated.
base::Result<Values> broadcast_together(Builder& b, std::string_view op, Values x);
/// v in another dtype: a constant is made anew, so that 0.5 beside a float tensor is exact.
Value in_dtype(Builder& b, Value v, DType t);
/// Scalars take the dtype of the tensors beside them; scalars among themselves that of the call's
/// result, if it floats.
void same_dtypes(Builder& b, const SourceCall& call, Values& x);

/// All arguments, made one shape and dtype, to an element-wise op.
Built pointwise_source(Builder& b, const SourceCall& call, const OpDef& op, std::size_t operands);
/// Two arguments to an op that takes them as they are.
Built binary_source(Builder& b, const SourceCall& call, const OpDef& op);

template <const OpDef& Op, std::size_t Operands>
Built pointwise_source(Builder& b, const SourceCall& call) {
  return pointwise_source(b, call, Op, Operands);
}

}  // namespace tlaloc::ops
