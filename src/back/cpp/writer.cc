#include "back/cpp/writer.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace tlaloc::back {
namespace {

constexpr std::size_t kColumns = 100;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '>'; }

/// Where a line longer than `room` may end: after a comma or before an operator, as far out of
/// brackets and then as far to the right as possible; npos if nowhere.
std::size_t break_at(std::string_view s, std::size_t room) {
  std::size_t best = std::string_view::npos;
  int depth = 0, best_depth = 1 << 20;
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < s.size() && i < room; ++i) {
    const char c = s[i];
    if (c == '"' && (i == 0 || s[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    const bool angle =
        (c == '<' && i > 0 && is_word(s[i - 1])) || (c == '>' && i > 0 && s[i - 1] != ' ');
    if (c == '(' || c == '[' || c == '{' || (angle && c == '<')) ++depth;
    if (c == ')' || c == ']' || c == '}' || (angle && c == '>')) --depth;
    const bool ends = c == ',' || c == '=' || c == '+' || c == '*' || (c == '>' && angle);
    if (ends && s[i + 1] == ' ' && depth <= best_depth) {
      best = i + 1;
      best_depth = depth;
    }
  }
  return best;
}

}  // namespace

void Writer::line(std::string_view text) {
  const std::string_view rest = text.substr(std::min(text.find('\n'), text.size()));
  text.remove_suffix(rest.size());
  std::size_t indent = this->indent();
  for (bool first = true;; first = false) {
    const std::size_t room = kColumns - indent;
    std::size_t end = text.size() <= room ? std::string_view::npos : break_at(text, room);
    text_ += std::string(indent, ' ');
    text_ += text.substr(0, end);
    if (end == std::string_view::npos) break;
    text_ += '\n';
    text.remove_prefix(end + 1);
    if (first) indent += 4;
  }
  text_ += rest;
  text_ += '\n';
}

Writer Writer::nested(int deeper) const {
  Writer w;
  w.depth_ = depth_ + deeper;
  w.source_ = source_;
  return w;
}

void Writer::open(std::string_view head) {
  line(fmt::format("{}{{", head.empty() ? "" : std::string(head) + " "));
  ++depth_;
}

void Writer::close(std::string_view tail) {
  --depth_;
  line(fmt::format("}}{}", tail));
}

void Writer::reopen(std::string_view head) {
  --depth_;
  line(fmt::format("}} {} {{", head));
  ++depth_;
}

void Writer::rollback(const Mark& m) {
  text_.resize(m.size);
  depth_ = m.depth;
  source_ = m.source;
}

void Writer::source(const base::Location& at) {
  if (!at.known()) return;
  std::string here = base::text(base::Location{at.file, at.line, 0});
  if (here == source_) return;
  source_ = std::move(here);
  line("// " + source_);
}

}  // namespace tlaloc::back
