// What other families write with softmax.
#pragma once

#include "pen/hlo_pen.h"

namespace tlaloc::ops {

/// The lines of log_softmax of `x` along an axis; the name of the result.
std::string log_softmax_hlo(pen::HloPen& pen, const std::string& x, const ir::Type& t,
                            std::int64_t axis);

}  // namespace tlaloc::ops
