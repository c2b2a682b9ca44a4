// A program for one set of sizes: symbols become numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/graph.h"

namespace tlaloc::transform {

/// Puts `sizes` in place of the symbols of the first function, after putting calls in place, and
/// optimises. A size that an integer of the program gives becomes a number too where that integer
/// is then constant.
ir::Graph specialize(const ir::Graph& g, const std::map<std::string, std::int64_t>& sizes);

}  // namespace tlaloc::transform
