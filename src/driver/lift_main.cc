// tlaloc-lift: one source through Clang and back. Called by the launcher for files that name a
// transformation.
//   tlaloc-lift --out=FOLDER --compiler=CXX --source=FILE [--print] [--sites] [--verbose]
//   [--eager] --
//   COMPILER-ARGS...
// Ends with 0 (FOLDER/map.txt says whether there are copies), 1 (refusals were printed) or 3
// (refused, but the text also has errors for Clang: FOLDER/messages.txt holds all messages, for the
// launcher to decide).
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "driver/heap.h"
#include "lift/lift.h"

namespace {

constexpr int kDone = 0, kRefused = 1, kUsage = 2, kParseHadErrors = 3;

struct Options {
  tlaloc::lift::LiftJob job;
  bool print = false;
  bool verbose = false;
};

bool take(std::string_view word, std::string_view option, std::string& value) {
  if (!word.starts_with(option)) return false;
  value = word.substr(option.size());
  return true;
}

bool read_options(int argc, char** argv, Options& o) {
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view a = argv[i];
    if (a == "--print")
      o.print = true;
    else if (a == "--sites")
      o.job.list_sites = true;
    else if (std::string line; take(a, "--explain=", line))
      o.job.explain_line = std::atoi(line.c_str());
    else if (a == "--verbose")
      o.verbose = true;
    else if (a == "--eager")
      o.job.parse.lazy = false;
    else if (!take(a, "--out=", o.job.folder) && !take(a, "--compiler=", o.job.parse.compiler) &&
             !take(a, "--source=", o.job.parse.source)) {
      return false;
    }
  }
  for (++i; i < argc; ++i) o.job.parse.args.push_back(argv[i]);
  return !o.job.folder.empty() && !o.job.parse.compiler.empty() && !o.job.parse.source.empty();
}

/// Clang's builtin headers: beside this program when installed, else where LLVM is.
std::string builtin_headers() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto installed = self.parent_path().parent_path() / "lib/tlaloc/clang/include";
  if (std::filesystem::exists(installed / "stddef.h", error)) return installed;
  return TLALOC_CLANG_RESOURCES "/include";
}

int finish(const tlaloc::lift::LiftResult& result, const Options& o) {
  std::string messages;
  for (const auto& e : result.refusals) messages += tlaloc::base::text(e) + "\n";
  if (result.refusals.empty()) {
    if (o.job.explain_line == 0 || !result.explanations.empty()) return kDone;
    std::fprintf(stderr, "tlaloc: error: explain: nothing is transformed at %s:%d; what is:\n",
                 o.job.parse.source.c_str(), o.job.explain_line);
    for (const std::string& s : result.sites) std::fprintf(stderr, "  %s\n", s.c_str());
    return kRefused;
  }
  if (result.parse_errors.empty()) {
    std::fputs(messages.c_str(), stderr);
    return kRefused;
  }
  for (const std::string& e : result.parse_errors) messages += e + "\n";
  std::error_code ignored;
  std::filesystem::create_directories(o.job.folder, ignored);
  std::ofstream(o.job.folder + "/messages.txt") << messages;
  return kParseHadErrors;
}

void say_times(const Options& o, const tlaloc::lift::LiftResult& result,
               std::chrono::steady_clock::time_point began) {
  using tlaloc::lift::PreambleUse;
  const auto took = std::chrono::steady_clock::now() - began;
  std::fprintf(
      stderr, "tlaloc: %s: preamble %s, %zu sites, %lld ms\n", o.job.parse.source.c_str(),
      result.preamble == PreambleUse::read    ? "from the cache"
      : result.preamble == PreambleUse::built ? "put into the cache"
                                              : "not cached",
      result.sites.size(),
      static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
}

}  // namespace

int main(int argc, char** argv) {
  tlaloc::driver::keep_heap_in_huge_pages();
  Options o;
  if (!read_options(argc, argv, o)) {
    std::fputs(
        "usage: tlaloc-lift --out=FOLDER --compiler=CXX --source=FILE [--print] [--sites] -- "
        "ARGS...\n",
        stderr);
    return kUsage;
  }
  const auto began = std::chrono::steady_clock::now();
  o.job.parse.builtin = builtin_headers();
  o.job.parse.cache = tlaloc::lift::Cache::from_environment();
  o.job.parse.for_gcc =
      std::filesystem::path(o.job.parse.compiler).filename().string().find("clang") ==
      std::string::npos;
  const tlaloc::lift::LiftResult result = tlaloc::lift::lift_source(o.job);
  if (o.print) std::fputs(result.derivatives.c_str(), stdout);
  std::fputs(result.explanations.c_str(), stdout);
  if (o.job.list_sites)
    for (const std::string& s : result.sites) std::printf("%s\n", s.c_str());
  const int status = finish(result, o);
  if (o.verbose) say_times(o, result, began);
  std::fflush(stdout);
  std::fflush(stderr);
  ::_exit(status);  // Clang's memory is not worth freeing
}
