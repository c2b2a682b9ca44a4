#include "driver/explain.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "driver/files.h"

namespace tlaloc::driver {
namespace {

namespace fs = std::filesystem;

/// Reads what a compilation database is made of: objects of strings and of lists of strings.
/// Anything else ends it.
class Json {
 public:
  explicit Json(std::string_view text) : text_(text) {}

  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<std::string> string() {
    if (!take('"')) return {};
    std::string out;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) c = escaped(text_[++at_]);
      out += c;
    }
    ++at_;
    return out;
  }

  /// A string is a list of one.
  std::optional<Words> strings() {
    Words out;
    if (!take('[')) {
      auto one = string();
      if (!one) return {};
      out.push_back(std::move(*one));
      return out;
    }
    while (!take(']')) {
      auto next = string();
      if (!next) return {};
      out.push_back(std::move(*next));
      take(',');
    }
    return out;
  }

  std::optional<std::map<std::string, Words>> object() {
    if (!take('{')) return {};
    std::map<std::string, Words> out;
    while (!take('}')) {
      auto name = string();
      if (!name || !take(':')) return {};
      auto value = strings();
      if (!value) return {};
      out[*name] = std::move(*value);
      take(',');
    }
    return out;
  }

 private:
  static char escaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c; }
  void skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  std::string_view text_;
  std::size_t at_ = 0;
};

Words command_of(std::map<std::string, Words>& entry) {
  Words& listed = entry["arguments"];
  if (!listed.empty()) return listed;
  const Words& line = entry["command"];
  return line.empty() ? Words() : split_response(line.front());
}

}  // namespace

std::optional<Question> parse_question(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  const int line = std::atoi(std::string(text.substr(colon + 1)).c_str());
  if (line <= 0) return {};
  return Question{std::string(text.substr(0, colon)), line};
}

std::optional<DatabaseEntry> find_in_database(std::string_view text, const std::string& path) {
  Json json(text);
  if (!json.take('[')) return {};
  while (auto entry = json.object()) {
    auto& e = *entry;
    const std::string directory = e["directory"].empty() ? "" : e["directory"].front();
    const std::string file = e["file"].empty() ? "" : e["file"].front();
    if ((fs::path(directory) / file).lexically_normal() == path)
      return DatabaseEntry{directory, command_of(e)};
    json.take(',');
  }
  return {};
}

Words command_for(const std::string& file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  for (fs::path folder = path.parent_path();; folder = folder.parent_path()) {
    for (const char* below : {"compile_commands.json", "build/compile_commands.json"}) {
      std::string text;
      if (!read_file(folder / below, text)) continue;
      auto entry = find_in_database(text, path);
      if (!entry || entry->command.empty()) continue;
      std::error_code error;
      fs::current_path(entry->directory, error);
      if (!error) return entry->command;
    }
    if (folder == folder.parent_path()) break;
  }
  return {"c++", "-std=c++20", "-c", file};
}

}  // namespace tlaloc::driver
