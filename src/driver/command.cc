#include "driver/command.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "driver/files.h"

namespace tlaloc::driver {
namespace {

constexpr std::array kWithValue = {"-o",
                                   "-I",
                                   "-D",
                                   "-U",
                                   "-include",
                                   "-imacros",
                                   "-isystem",
                                   "-iquote",
                                   "-idirafter",
                                   "-MF",
                                   "-MT",
                                   "-MQ",
                                   "-x",
                                   "-L",
                                   "-l",
                                   "-Xlinker",
                                   "-Xclang",
                                   "-Xassembler",
                                   "-target",
                                   "--param",
                                   "-T",
                                   "-u",
                                   "-z",
                                   "-arch",
                                   "-B",
                                   "-dumpbase",
                                   "-dumpdir",
                                   "-aux-info",
                                   "-wrapper",
                                   "-iprefix",
                                   "-isysroot",
                                   "-iwithprefix",
                                   "-e",
                                   "-F",
                                   "-include-pch",
                                   "-framework",
                                   "-G",
                                   "-Xpreprocessor",
                                   "-dumpbase-ext",
                                   "--sysroot",
                                   "-imultilib",
                                   "-iwithprefixbefore",
                                   "-mllvm",
                                   "-Xarch_host",
                                   "--serialize-diagnostics",
                                   "-working-directory"};

constexpr std::array kSourceEndings = {".cpp", ".cc",  ".cxx",  ".C",   ".c++",  ".cp",
                                       ".CPP", ".ixx", ".cppm", ".ccm", ".cxxm", ".c++m"};
constexpr std::array kHeaderEndings = {".hpp", ".hh", ".hxx", ".H", ".h++", ".tcc", ".h"};
constexpr std::array kWrappers = {"ccache", "sccache", "distcc", "icecc", "buildcache"};

template <std::size_t N>
bool ends_with_any(std::string_view word, const std::array<const char*, N>& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* e) { return word.ends_with(e); });
}

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename(); }

void expand(const Words& words, Words& out, bool& expanded, int depth) {
  for (const std::string& w : words) {
    std::string text;
    if (depth > 0 && w.size() > 1 && w[0] == '@' && read_file(w.substr(1), text)) {
      expanded = true;
      expand(split_response(text), out, expanded, depth - 1);
    } else {
      out.push_back(w);
    }
  }
}

void read_option(Command& c, std::size_t i, std::string& language) {
  const std::string& a = c.args[i];
  const std::string value = i + 1 < c.args.size() ? c.args[i + 1] : std::string();
  if (a == "-o")
    c.output = value;
  else if (a.starts_with("-o") && !takes_value(a) && a.size() > 2 && a[2] != 'f')
    c.output = a.substr(2);
  else if (a == "-x")
    language = value;
  else if (a.starts_with("-x") && !takes_value(a))
    language = a.substr(2);
  else if (a == "-E" || a == "-M" || a == "-MM")
    c.stage = Stage::preprocess;
  else if (a == "-fsyntax-only")
    c.stage = std::min(c.stage, Stage::syntax);
  else if (a == "-S")
    c.stage = std::min(c.stage, Stage::assembly);
  else if (a == "-c" || a == "--precompile")
    c.stage = std::min(c.stage, Stage::object);
  else if (a == "-MD" || a == "-MMD")
    c.writes_dependencies = true;
  else if (a == "-MF")
    c.dependency_file = value;
  else if (a.starts_with("-MF"))
    c.dependency_file = a.substr(3);
  else if (a.starts_with("-l"))
    c.has_inputs = true;
}

void read_input(Command& c, std::size_t i, const std::string& language) {
  const std::string& a = c.args[i];
  c.has_inputs = true;
  if (a == "-") return;
  if (language.ends_with("-header") || (language.empty() && ends_with_any(a, kHeaderEndings))) {
    c.makes_header = true;
  } else if (language == "c++" || language == "c++-module" ||
             (language.empty() && ends_with_any(a, kSourceEndings)) ||
             (language == "none" && ends_with_any(a, kSourceEndings))) {
    c.sources.push_back(i);
  }
}

}  // namespace

bool takes_value(std::string_view option) {
  return std::find(kWithValue.begin(), kWithValue.end(), option) != kWithValue.end();
}

bool Command::is_clang() const { return base_name(compiler).find("clang") != std::string::npos; }

Command parse_command(const Words& words) {
  Command c;
  std::size_t first = 0;
  while (first + 1 < words.size() && std::find(kWrappers.begin(), kWrappers.end(),
                                               base_name(words[first])) != kWrappers.end()) {
    c.wrappers.push_back(words[first++]);
  }
  if (first < words.size()) c.compiler = words[first++];
  expand(Words(words.begin() + static_cast<std::ptrdiff_t>(first), words.end()), c.args, c.expanded,
         8);

  std::string language;
  for (std::size_t i = 0; i < c.args.size(); ++i) {
    const std::string& a = c.args[i];
    if (a.size() > 1 && a[0] == '-') {
      read_option(c, i, language);
      if (takes_value(a)) ++i;
    } else if (!a.empty()) {
      read_input(c, i, language);
    }
  }
  return c;
}

std::string default_dependency_file(const Command& c, const std::string& source) {
  namespace fs = std::filesystem;
  const std::string stem = fs::path(source).stem();
  if (c.output.empty())
    return c.stage == Stage::link && !c.is_clang() ? "a-" + stem + ".d" : stem + ".d";
  if (c.stage != Stage::link || c.is_clang()) return fs::path(c.output).replace_extension(".d");
  const fs::path out(c.output);
  return out.parent_path() / (out.stem().string() + "-" + stem + ".d");
}

Words split_response(std::string_view text) {
  Words words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace tlaloc::driver
