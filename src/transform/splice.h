// A function put in place of a call of it.
#pragma once

#include <functional>
#include <string>

#include "ir/builder.h"

namespace tlaloc::transform {

/// Writes the body of `callee` with `b`, its parameters standing for `x`, and returns its results.
/// Sizes that it needs to be equal are made equal as an op would; what its requirements say is said
/// of `x`. Symbols that its body bears are renamed by `fresh`.
ir::Values splice(ir::Builder& b, ir::Function callee, ir::Values x,
                  const std::function<std::string(const std::string&)>& fresh);

/// The types of a call's results; the operands `x` get the sizes that the callee needs.
std::vector<ir::Type> call_types(ir::Builder& b, const ir::Function& callee, ir::Values& x);

}  // namespace tlaloc::transform
