// Forward rules that reverse mode transposes: a rule that is not linear in its tangents has no
// transpose.
#pragma once

#include <map>
#include <string>

#include "transform/variants.h"

namespace tlaloc::transform {

/// A forward rule of a call that has no reverse one.
struct ForwardRule {
  std::size_t primals;  ///< its first parameters; the others are tangents
  base::Location where;
};
std::map<std::string, ForwardRule> transposed_rules(const ir::Graph& g);

/// Whether a request asks for the transpose of this rule: the derivative by its tangents alone.
bool asks_for_transpose(const Variants::Request& r, const ForwardRule& rule);

/// `g.main()` is the transpose of a rule, at tangents of its first parameters: it fails if what it
/// gives hangs on a tangent. What a call that stays a call does with one is not looked at.
base::Result<void> check_linear(const ir::Graph& g, const ForwardRule& rule);

}  // namespace tlaloc::transform
