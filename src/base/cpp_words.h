// The words that no name of printed C++ may be.
#pragma once

#include <string_view>

namespace tlaloc::base {

/// Whether `s` is a keyword of C++20, or a namespace that printed code names.
bool is_cpp_word(std::string_view s);

}  // namespace tlaloc::base
