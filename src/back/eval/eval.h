// The slow oracle: runs a program on host values, one node after the other, through `reference`
// alone.
//
// Slow, obvious and always right: never optimise it. It also counts, so that tests can say how much
// work a derivative does and how much it keeps: a value counts as kept from its definition to its
// last use.
#pragma once

#include <cstdint>
#include <vector>

#include "back/eval/array.h"
#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::back {

struct Counters {
  /// Elements computed: those of each result, of each operand where an op reads more than it writes
  /// (a sum), and of the part alone where an op reads or replaces a part of a buffer in place.
  /// Constants and scalar integers (counters, indices, conditions) are bookkeeping and count as
  /// nothing.
  std::int64_t element_ops = 0;
  /// The most elements that were alive at any one time.
  std::int64_t peak_elements = 0;
};

/// Runs the first function of `g`. Symbols get their numbers from the arguments' sizes;
/// requirements and run-time checks that fail are errors, and so is a size that does not fit.
base::Result<std::vector<Array>> eval(const ir::Graph& g, std::vector<Array> args,
                                      Counters* counters = nullptr);

}  // namespace tlaloc::back
