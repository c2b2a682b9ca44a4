// The words that name a transformation, looked for in C++ text: not in comments, not in strings,
// not in the names of headers.
#pragma once

#include <string_view>

namespace tlaloc::driver {

/// Whether a transformation's name stands in the text as a word of code.
bool has_transformation_word(std::string_view text);

}  // namespace tlaloc::driver
