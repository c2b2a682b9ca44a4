// What a derivative keeps of its function for the reverse sweep, read off the two graphs.
#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::back {

struct Kept {
  std::string what;                  ///< "exp, line 9", or the user's name
  std::string where;                 ///< "of each turn of the loop at line 7"; "" outside of loops
  ir::Type type;                     ///< with the turns as its first size
  std::vector<std::string> readers;  ///< "mul, line 9": who reads it again
};

/// Values of the function that nodes of the derivative read which the function does not have, and
/// the stacks that its loops fill, one place a turn. Both graphs optimised, not fused.
std::vector<Kept> kept(const ir::Function& primal, const ir::Function& derivative);

}  // namespace tlaloc::back
