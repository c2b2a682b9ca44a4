// The compiler's command line made into one for the parse: what changes the meaning of the text is
// kept, by an allow-list, and everything else is dropped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tlaloc::lift {

using Words = std::vector<std::string>;

/// The flags of a compile that the parse needs, in order, with macros that the compiler would
/// define and Clang does not. `args` are the compiler's, without its name.
Words flags_for_parse(const Words& args);

/// The subset of `args` that changes where the compiler looks for its own headers.
Words flags_for_directories(const Words& args);

}  // namespace tlaloc::lift
