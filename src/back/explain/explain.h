// A derivative explained to a person: what it keeps of its function and why, and what both cost.
#pragma once

#include <string>

#include "ir/graph.h"

namespace tlaloc::back {

struct Explained {
  std::string name;             ///< of the transformation: "grad"
  const ir::Graph& function;    ///< optimised, not fused
  const ir::Graph& derivative;  ///< the same
};

/// Several lines for a terminal.
std::string explain(const Explained& e);

}  // namespace tlaloc::back
