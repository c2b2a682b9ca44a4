// The `tlaloc` command: `tlaloc [options] COMPILER ARGS...`. Never loads LLVM.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "driver/launch.h"

#include <tlaloc/version.h>

namespace {

constexpr const char* kUsage =
    "usage: tlaloc [options] COMPILER ARGS...\n"
    "Compiles C++ whose functions are differentiated. COMPILER is g++, clang++ or a wrapper and "
    "one of them.\n"
    "  --print     print the derivatives\n"
    "  --sites     list what is transformed, and stop\n"
    "  --launcher  as a build system's compiler launcher: add no include path and no library\n"
    "  --version   print the version\n";

}  // namespace

int main(int argc, char** argv) {
  tlaloc::driver::LaunchOptions options;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string_view a = argv[i];
    if (a == "--print")
      options.print = true;
    else if (a == "--sites")
      options.sites = true;
    else if (a == "--launcher")
      options.as_launcher = true;
    else if (a == "--version") {
      std::printf("tlaloc %d.%d.%d\n", TLALOC_VERSION / 10000, TLALOC_VERSION / 100 % 100,
                  TLALOC_VERSION % 100);
      return 0;
    } else {
      std::fputs(kUsage, a == "--help" ? stdout : stderr);
      return a == "--help" ? 0 : 2;
    }
  }
  if (i == argc) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  return tlaloc::driver::launch(options, tlaloc::driver::Words(argv + i, argv + argc));
}
