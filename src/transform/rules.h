// Calls that keep their callee apart: those whose derivative the user gave, and those whose values
// are computed again in the reverse sweep.
//
// A call with rules has the operands (arguments..., captures of the function..., captures of the
// rules...). The rules take all of them: the reverse one behind them a cotangent of each floating
// result, and gives a cotangent of each floating argument; the forward one a tangent of each
// floating argument, and gives a tangent of each floating result.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::transform {

// Attributes of a call.
inline constexpr std::string_view kVjpRule = "vjp_rule";  ///< a function's name
inline constexpr std::string_view kJvpRule = "jvp_rule";  ///< a function's name
inline constexpr std::string_view kArguments =
    "arguments";  ///< how many operands the rules are about
inline constexpr std::string_view kCaptures =
    "captures";  ///< how many captures of the function follow
inline constexpr std::string_view kRecompute = "recompute";  ///< the callee stays a function
inline constexpr std::string_view kHandedOver =
    "handed_over";  ///< operands that the callee writes and gives back
inline constexpr std::string_view kGivenBack = "given_back";  ///< the results that these become

bool has_rule(const ir::Node& n);
/// Whether inlining passes the call by.
bool stays_a_call(const ir::Node& n);
/// The functions that a call names: its callee, then its rules.
std::vector<std::string> named_functions(const ir::Node& call);
void rename_functions(ir::Node& call, const std::map<std::string, std::string>& names);

/// A captured value may not be active: the rule says nothing about it. Fails naming the value.
base::Result<void> check_captures(const ir::Function& f, const ir::Node& call,
                                  const std::vector<bool>& active);

bool any_rule(const ir::Graph& g);
/// The program with rules forgotten: what is left to do is to run it.
ir::Graph without_rules(ir::Graph g);

}  // namespace tlaloc::transform
