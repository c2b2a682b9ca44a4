// Reverse mode: a program that sweeps backwards from cotangents of its results to cotangents of its
// parameters.
//
//  - Straight code: values are computed forwards once, then each node's rule runs in reverse order.
//  - A branch: a branch on the same condition, whose regions compute again what they need. The side
//  that was not taken is
//    not evaluated. Cotangents of values from outside come in and go out as results.
//  - A loop: turns n-1 ... 0, each of which computes its turn again from the carried values at its
//  start. Forwards, every
//    carried value is kept on a stack; dce then drops each stack that the reverse sweep does not
//    read, which is the whole to-be-recorded analysis. What a turn reads out of a carried tensor is
//    kept instead of the tensor; costly values are kept where they are computed anyway
//    (keep_costly.h). Counters are stepped back. Cotangents of values from outside are
//    carried, so that they accumulate in place.
//  - A while loop: run once to count its turns, then as a loop.
//  - A call: a call of the callee's own derivative. A recursive one gets what cotangents its
//  tensors
//    have so far and gives them back, added to; behind the callee's results (call_once.h). Where
//    the sweep needs these sooner, activations keep them (activations.h).
#pragma once

#include <vector>

#include "base/error.h"
#include "ir/graph.h"
#include "transform/keep_costly.h"

namespace tlaloc::transform {

/// (x..., ct of each seeded result) -> (y..., ct of each active parameter). One flag each for the
/// program's parameters and results; integer ones are skipped. Fails where an active value passes
/// an op without a derivative. `keeping`: of the main function.
base::Result<ir::Graph> vjp(const ir::Graph& g, const std::vector<bool>& active,
                            const std::vector<bool>& seeded, const Keeping& keeping = {});

}  // namespace tlaloc::transform
