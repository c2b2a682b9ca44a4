#include "driver/scan.h"

#include "driver/files.h"
#include "driver/words.h"

namespace tlaloc::driver {
namespace {

void add_directory(const Words& args, std::size_t& i, std::string_view option,
                   std::vector<std::string>& to) {
  const std::string& a = args[i];
  if (a.size() > option.size())
    to.push_back(a.substr(option.size()));
  else if (i + 1 < args.size())
    to.push_back(args[++i]);
}

}  // namespace

Scan::Scan(const Command& c) {
  for (std::size_t i = 0; i < c.args.size(); ++i) {
    const std::string& a = c.args[i];
    if (a.starts_with("-I"))
      add_directory(c.args, i, "-I", angle_);
    else if (a.starts_with("-isystem"))
      add_directory(c.args, i, "-isystem", angle_);
    else if (a.starts_with("-idirafter"))
      add_directory(c.args, i, "-idirafter", angle_);
    else if (a.starts_with("-iquote"))
      add_directory(c.args, i, "-iquote", quote_);
    else if (a == "-include" && i + 1 < c.args.size()) {
      ++i;
      if (c.args[i] == "-Xclang" && i + 1 < c.args.size()) ++i;
      forced_.push_back(c.args[i]);
    } else if (takes_value(a)) {
      if (a != "-Xclang") ++i;
    }
  }
}

bool Scan::names_transformation(const std::string& source) {
  seen_.clear();
  reaches_tlaloc_ = has_word_ = computed_ = false;
  for (const std::string& f : forced_)
    if (!visit(f)) include(f, true, "");
  visit(source);
  return (reaches_tlaloc_ && has_word_) || (computed_ && (reaches_tlaloc_ || has_word_));
}

bool Scan::visit(const std::string& path) {
  if (seen_.count(path)) return true;
  std::string text;
  if (!read_file(path, text)) return false;
  seen_.insert(path);
  if (!has_word_) has_word_ = has_transformation_word(text);
  const std::size_t slash = path.rfind('/');
  follow(text, slash == std::string::npos ? std::string() : path.substr(0, slash + 1));
  return true;
}

void Scan::follow(std::string_view text, const std::string& folder) {
  std::size_t p = 0;
  while ((p = text.find('#', p)) != std::string_view::npos) {
    std::size_t q = text.find_first_not_of(" \t", p + 1);
    if (q == std::string_view::npos) return;
    p = q;
    if (text.substr(q, 7) != "include" && text.substr(q, 6) != "import") continue;
    q = text.find_first_of("\"<\n(_", q + 6);
    if (q == std::string_view::npos) return;
    p = q;
    if (text.substr(q, 1) == "_" && text.substr(q, 5) == "_next")
      q = text.find_first_of("\"<\n", q);
    if (q == std::string_view::npos) return;
    if (text[q] != '"' && text[q] != '<') {
      computed_ = true;
      continue;
    }
    const std::size_t end = text.find(text[q] == '"' ? '"' : '>', q + 1);
    if (end == std::string_view::npos) return;
    include(text.substr(q + 1, end - q - 1), text[q] == '"', folder);
    p = end;
  }
}

void Scan::include(std::string_view name, bool quoted, const std::string& folder) {
  if (name.starts_with("tlaloc/") || name.find("/tlaloc/") != std::string_view::npos) {
    reaches_tlaloc_ = true;
    return;
  }
  if (name.starts_with("/")) {
    visit(std::string(name));
    return;
  }
  const std::string n(name);
  if (quoted) {
    if (visit(folder + n)) return;
    for (const std::string& d : quote_)
      if (visit(d + "/" + n)) return;
  }
  for (const std::string& d : angle_)
    if (visit(d + "/" + n)) return;
}

}  // namespace tlaloc::driver
