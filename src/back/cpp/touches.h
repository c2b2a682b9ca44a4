// What a loop does to the variables that it names.
#pragma once

#include <map>

#include "back/cpp/variables.h"
#include "ir/graph.h"

namespace tlaloc::back {

/// What a loop does to a variable.
struct Touches {
  bool reads = false, writes = false;  ///< of elements
  bool is_read = false;                ///< as a whole: by an op, or copied to another variable
  bool is_made = false;                ///< as a whole
};

/// By variable (-1: those that have none): everything from the loop's first turn to its last.
std::map<int, Touches> touches_of(const ir::Node& loop, const ir::Function& f,
                                  const Variables& vars);

}  // namespace tlaloc::back
