#include "lift/flags.h"

#include <algorithm>
#include <array>

namespace tlaloc::lift {
namespace {

constexpr std::array kPairs = {"-I",       "-D",      "-U",         "-include",  "-imacros",
                               "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot"};
constexpr std::array kDroppedPairs = {"-o",           "-MF",
                                      "-MT",          "-MQ",
                                      "-x",           "-L",
                                      "-l",           "-Xlinker",
                                      "-Xassembler",  "-Xpreprocessor",
                                      "-target",      "--param",
                                      "-T",           "-u",
                                      "-z",           "-dumpbase",
                                      "-dumpdir",     "-aux-info",
                                      "-wrapper",     "-e",
                                      "-include-pch", "-dumpbase-ext",
                                      "-mllvm",       "--serialize-diagnostics"};
constexpr std::array kPrefixes = {
    "-I",           "-D",     "-U",        "-iquote",      "-isystem", "-idirafter", "-isysroot",
    "-std=",        "-O",     "-march",    "-mtune",       "-mcpu",    "-mavx",      "-msse",
    "-mfma",        "-mbmi",  "-mf16c",    "-mno-",        "-m32",     "-m64",       "-mx32",
    "-mpopcnt",     "-maes",  "-mpclmul",  "-mlzcnt",      "-mmovbe",  "-mf",        "-mrd",
    "-mxsave",      "-mabm",  "-mcx16",    "-msahf",       "-mprfchw", "-madx",      "-msha",
    "-mclflushopt", "-mclwb", "-mvaes",    "-mvpclmulqdq", "-mgfni",   "-mamx",      "--sysroot=",
    "-stdlib=",     "-ansi",  "-nostdinc", "-pthread",     "-target=", "--target=",  "-fPIC",
    "-fpic",        "-fPIE",  "-fpie"};
constexpr std::array kSwitches = {"exceptions",         "rtti",        "char8_t",
                                  "short-enums",        "short-wchar", "signed-char",
                                  "unsigned-char",      "fast-math",   "finite-math-only",
                                  "math-errno",         "wrapv",       "strict-aliasing",
                                  "sized-deallocation", "aligned-new", "threadsafe-statics",
                                  "ms-extensions"};

template <std::size_t N>
bool one_of(std::string_view word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_kept_switch(std::string_view a) {
  if (!a.starts_with("-f")) return false;
  a.remove_prefix(2);
  if (a.starts_with("no-")) a.remove_prefix(3);
  return one_of(a, kSwitches);
}

bool is_kept(std::string_view a) {
  if (a.starts_with("-mno-avx256") || a.starts_with("-mfunction-return") ||
      a.starts_with("-mfpmath") || a.starts_with("-mfentry")) {
    return false;
  }
  return is_kept_switch(a) || std::any_of(kPrefixes.begin(), kPrefixes.end(),
                                          [&](const char* p) { return a.starts_with(p); });
}

/// Macros that go with a flag that the parse drops.
void add_implied_macros(std::string_view a, Words& out) {
  if (a == "-fopenmp") out.push_back("-D_OPENMP=201511");
  if (!a.starts_with("-fsanitize=")) return;
  for (const char* kind : {"address", "thread"})
    if (a.find(kind) != std::string_view::npos)
      out.push_back(std::string("-D__SANITIZE_") + (kind[0] == 'a' ? "ADDRESS" : "THREAD") +
                    "__=1");
}

}  // namespace

Words flags_for_parse(const Words& args) {
  Words out;
  bool has_standard = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& a = args[i];
    has_standard |= a.starts_with("-std=") || a == "-ansi";
    add_implied_macros(a, out);
    if (one_of(a, kPairs) && i + 1 < args.size()) {
      out.push_back(a);
      if (args[++i] == "-Xclang" && i + 1 < args.size()) ++i;
      out.push_back(args[i]);
    } else if (one_of(a, kDroppedPairs)) {
      ++i;
    } else if (is_kept(a)) {
      out.push_back(a);
    }
  }
  if (!has_standard) out.push_back("-std=gnu++17");
  return out;
}

Words flags_for_directories(const Words& args) {
  Words out;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string_view a = args[i];
    if ((a == "--sysroot" || a == "-isysroot" || a == "-B" || a == "-target") &&
        i + 1 < args.size()) {
      out.push_back(args[i]);
      out.push_back(args[++i]);
    } else if (one_of(a, kPairs) || one_of(a, kDroppedPairs)) {
      ++i;
    } else if (a.starts_with("-std=") || a.starts_with("--sysroot=") ||
               a.starts_with("-nostdinc") || a.starts_with("-stdlib=") || a == "-m32" ||
               a == "-mx32" || a.starts_with("--target=") || a.starts_with("--gcc-")) {
      out.push_back(args[i]);
    }
  }
  return out;
}

}  // namespace tlaloc::lift
