// Loops in segments, so that reverse mode keeps few of their states: a counted loop of n turns
// becomes ceil(n / s) calls of s turns each, s = ceil(sqrt(n)), and each call is marked to be
// computed again in the reverse sweep. That keeps about 2 sqrt(n) states instead of n, for one more
// run of the loop. Nobody knows how often a while loop turns: its segments grow by a turn each,
// from 16 on, so that again about 2 sqrt(2 n) states are kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// `f` with the loops of its own body in segments, and behind it the functions that these call;
/// `name` gives names that are free. Loops of few turns, while loops that carry no floating values,
/// and loops whose sizes are not all sizes of what they read, stay as they are.
std::vector<ir::Function> in_segments(const ir::Function& f,
                                      const std::function<std::string(const std::string&)>& name);

}  // namespace tlaloc::transform
