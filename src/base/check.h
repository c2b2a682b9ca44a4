// For our own mistakes: says "bug in tlaloc" and aborts. Never for anything a user can cause.
#pragma once

#include <string>
#include <string_view>

namespace tlaloc::base {

[[noreturn]] void bug(std::string_view what, const char* file, int line);

}  // namespace tlaloc::base

#define TLALOC_CHECK(condition, what) \
  ((condition) ? void(0) : ::tlaloc::base::bug((what), __FILE__, __LINE__))
