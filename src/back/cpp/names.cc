#include "back/cpp/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tlaloc::back {
namespace {

constexpr auto kNotNames =
    std::to_array<std::string_view>({"alignas",       "alignof",      "and",
                                     "and_eq",        "asm",          "auto",
                                     "bitand",        "bitor",        "bool",
                                     "break",         "case",         "catch",
                                     "char",          "char16_t",     "char32_t",
                                     "char8_t",       "class",        "co_await",
                                     "co_return",     "co_yield",     "compl",
                                     "concept",       "const",        "const_cast",
                                     "consteval",     "constexpr",    "constinit",
                                     "continue",      "decltype",     "default",
                                     "delete",        "do",           "double",
                                     "dynamic_cast",  "else",         "enum",
                                     "explicit",      "export",       "extern",
                                     "false",         "float",        "for",
                                     "friend",        "goto",         "if",
                                     "inline",        "int",          "long",
                                     "mutable",       "namespace",    "new",
                                     "noexcept",      "not",          "not_eq",
                                     "nullptr",       "operator",     "or",
                                     "or_eq",         "private",      "protected",
                                     "public",        "register",     "reinterpret_cast",
                                     "requires",      "return",       "short",
                                     "signed",        "sizeof",       "static",
                                     "static_assert", "static_cast",  "std",
                                     "struct",        "switch",       "template",
                                     "this",          "thread_local", "throw",
                                     "tlaloc",        "tlaloc_gen",   "true",
                                     "try",           "typedef",      "typeid",
                                     "typename",      "union",        "unsigned",
                                     "using",         "virtual",      "void",
                                     "volatile",      "wchar_t",      "while",
                                     "xor",           "xor_eq"});

bool is_keyword(std::string_view s) {
  return std::find(kNotNames.begin(), kNotNames.end(), s) != kNotNames.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Letters, digits and single inner underscores of `s`, starting with a letter; "" if nothing is
/// left.
std::string legal(std::string_view s) {
  std::string out;
  for (char c : s) {
    if (is_letter(c) || (is_digit(c) && !out.empty()))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

}  // namespace

std::string Names::fresh(std::string_view wanted) {
  const std::string stem = legal(wanted);
  std::string name = stem;
  if (stem.empty()) {
    do name = fmt::format("t{}", next_++);
    while (taken_.contains(name));
  } else {
    const char* joint = is_digit(stem.back()) ? "_" : "";
    for (int i = 2; taken_.contains(name) || is_keyword(name); ++i)
      name = fmt::format("{}{}{}", stem, joint, i);
  }
  taken_.insert(name);
  if (!scopes_.empty()) scopes_.back().push_back(name);
  return name;
}

void Names::close() {
  for (const std::string& name : scopes_.back()) taken_.erase(name);
  scopes_.pop_back();
}

std::string last_word(const std::string& path) {
  const std::size_t dot = path.find_last_of(".>");
  const std::string word = dot == std::string::npos ? path : path.substr(dot + 1);
  return word.find_first_of("([ ") == std::string::npos ? word : std::string();
}

}  // namespace tlaloc::back
