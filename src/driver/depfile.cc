#include "driver/depfile.h"

#include <set>
#include <vector>

namespace tlaloc::driver {
namespace {

struct Rule {
  std::vector<std::string> targets, files;  // escaped, as in the text
};

/// Words of one rule; "\ " stays inside a word, "\<newline>" separates.
std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] != '\n') {
      word += line[i];
      word += line[++i];
    } else if (line[i] == ' ' || line[i] == '\t' || line[i] == '\n' || line[i] == '\\') {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += line[i];
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string unescape(const std::string& word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i + 1 < word.size() && ((word[i] == '\\' && (word[i + 1] == ' ' || word[i + 1] == '#')) ||
                                (word[i] == '$' && word[i + 1] == '$'))) {
      ++i;
    }
    out += word[i];
  }
  return out;
}

std::string escape(const std::string& path) {
  std::string out;
  for (char c : path) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

std::vector<Rule> parse(std::string_view text) {
  std::vector<Rule> rules;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = begin;
    while (end < text.size() && !(text[end] == '\n' && (end == begin || text[end - 1] != '\\')))
      ++end;
    Rule rule;
    bool in_targets = true;
    for (std::string& w : split(text.substr(begin, end - begin))) {
      const bool closes = in_targets && w.ends_with(":");
      if (closes) w.pop_back();
      if (!w.empty()) (in_targets ? rule.targets : rule.files).push_back(std::move(w));
      if (closes) in_targets = false;
    }
    if (!rule.targets.empty()) rules.push_back(std::move(rule));
    begin = end + 1;
  }
  return rules;
}

/// The user's name of a file; empty: generated.
std::string original(const std::string& word, const CopyMap& copies,
                     const std::function<std::string(const std::string&)>& absolute) {
  const std::string path = absolute(unescape(word));
  auto it = copies.originals.find(path);
  if (it != copies.originals.end()) return escape(it->second);
  if (path.starts_with(copies.folder + "/")) return {};
  return word;
}

}  // namespace

std::map<std::string, std::string> parse_copy_map(std::string_view text) {
  std::map<std::string, std::string> map;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t tab = line.find('\t');
    if (tab != std::string_view::npos) map.emplace(line.substr(0, tab), line.substr(tab + 1));
    begin = end + 1;
  }
  return map;
}

std::string rewrite_dependencies(std::string_view text, const CopyMap& copies,
                                 const std::function<std::string(const std::string&)>& absolute) {
  std::string out;
  for (const Rule& rule : parse(text)) {
    std::string targets, files;
    for (const std::string& t : rule.targets) {
      const std::string name = original(t, copies, absolute);
      if (!name.empty()) targets += (targets.empty() ? "" : " ") + name;
    }
    if (targets.empty()) continue;
    std::set<std::string> seen;
    for (const std::string& f : rule.files) {
      const std::string name = original(f, copies, absolute);
      if (!name.empty() && seen.insert(name).second)
        files += (files.empty() ? " " : " \\\n  ") + name;
    }
    out += targets + ":" + files + "\n";
  }
  return out;
}

}  // namespace tlaloc::driver
