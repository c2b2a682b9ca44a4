// Which values are sums of squares: what stands under the root of a norm.
#pragma once

#include <optional>

#include "ir/builder.h"

namespace tlaloc::ops {

/// Whether v is 0 only where every square that is added up in it is, as far as its definition
/// shows: x * x, pow(x, 2), dot(x, x), sums of such in expressions and loops, also scaled, moved or
/// converted. Values that are made alike count as one: a range's elements by two iterators.
bool is_sum_of_squares(const ir::Builder& b, ir::Value v);
/// The number that v is in all its elements, if it is a constant, also broadcast or converted.
std::optional<double> number_everywhere(const ir::Builder& b, ir::Value v);

}  // namespace tlaloc::ops
