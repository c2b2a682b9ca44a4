// Which values are sums of squares: what stands under the root of a norm.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// Whether v is 0 only where every square that is added up in it is, as far as its definition
/// shows: x * x, pow(x, 2), dot(x, x), sums of such in expressions and loops, also scaled, moved or
/// converted.
bool is_sum_of_squares(const ir::Builder& b, ir::Value v);

}  // namespace tlaloc::ops
