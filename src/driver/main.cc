// The `tlaloc` command: `tlaloc [options] COMPILER ARGS...`. Never loads LLVM.
#include <cstdio>
#include <optional>
#include <string_view>

#include "driver/explain.h"
#include "driver/launch.h"

#include <tlaloc/version.h>

namespace {

constexpr const char* kUsage =
    "usage: tlaloc [options] COMPILER ARGS...\n"
    "       tlaloc explain FILE:LINE [COMPILER ARGS...]\n"
    "Compiles C++ whose functions are differentiated: a call of grad, jvp, vjp and their like on a "
    "function\n"
    "becomes a call of its printed derivative. Files that name no transformation go straight to "
    "the\n"
    "compiler. COMPILER is g++ or clang++, with ccache or the like in front of it if you wish.\n"
    "\n"
    "  tlaloc g++ -std=c++20 -O3 main.cpp -o app      compile and link\n"
    "  tlaloc --print g++ -std=c++20 -c main.cpp      see the derivatives as well\n"
    "  tlaloc explain main.cpp:12                     what is called there: the function, its "
    "derivative,\n"
    "                                                 what is kept for it, what both cost\n"
    "\n"
    "options:\n"
    "  --print     print the derivatives\n"
    "  --sites     list what is transformed, and stop\n"
    "  --verbose   say what became of each file, and in which time\n"
    "  --launcher  as a build system's compiler launcher: add no include path and no library\n"
    "  --version   print the version\n"
    "\n"
    "environment:\n"
    "  TLALOC_CACHE_DIR  where parsed headers are kept (else $XDG_CACHE_HOME/tlaloc, "
    "~/.cache/tlaloc)\n"
    "  TLALOC_CACHE=off  keep none     TLALOC_CACHE_MB  how much they may take (2048)\n"
    "\n"
    "In CMake: find_package(Tlaloc REQUIRED), then tlaloc_target(<your target>).\n";

/// tlaloc explain FILE:LINE [COMPILER ARGS...]
int explain(int argc, char** argv) {
  using namespace tlaloc::driver;
  const auto question = argc > 0 ? parse_question(argv[0]) : std::nullopt;
  if (!question) {
    std::fputs("usage: tlaloc explain FILE:LINE [COMPILER ARGS...]\n", stderr);
    return 2;
  }
  LaunchOptions options;
  options.explain_line = question->line;
  return launch(options, argc > 1 ? Words(argv + 1, argv + argc) : command_for(question->file));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "explain") return explain(argc - 2, argv + 2);
  tlaloc::driver::LaunchOptions options;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string_view a = argv[i];
    if (a == "--print")
      options.print = true;
    else if (a == "--sites")
      options.sites = true;
    else if (a == "--verbose")
      options.verbose = true;
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
