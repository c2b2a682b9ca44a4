#include "base/check.h"

#include <cstdio>
#include <cstdlib>

#include "base/working_on.h"

namespace tlaloc::base {

void bug(std::string_view what, const char* file, int line) {
  WorkingOn::print_all();
  std::fprintf(stderr, "bug in tlaloc: %.*s (%s:%d)\n", int(what.size()), what.data(), file, line);
  std::abort();
}

}  // namespace tlaloc::base
