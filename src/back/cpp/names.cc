#include "back/cpp/names.h"

#include <fmt/format.h>

#include "base/cpp_words.h"

namespace tlaloc::back {
namespace {

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
    for (int i = 2; taken_.contains(name) || base::is_cpp_word(name); ++i)
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
