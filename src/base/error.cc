#include "base/error.h"

#include <fmt/format.h>

namespace tlaloc::base {

std::string text(const Location& at) {
  if (!at.known()) return at.file;
  return at.column > 0 ? fmt::format("{}:{}:{}", at.file, at.line, at.column)
                       : fmt::format("{}:{}", at.file, at.line);
}

std::string text(const Error& e) {
  std::string out;
  if (e.where.known()) out += text(e.where) + ": ";
  out += "error: ";
  if (!e.op.empty()) out += e.op + ": ";
  out += e.what;
  if (!e.id.empty()) out += " [" + e.id + "]";
  for (const Note& n : e.notes) {
    out += "\n";
    out += n.where.known() ? text(n.where) + ": note: " : "  note: ";
    out += n.text;
  }
  return out;
}

}  // namespace tlaloc::base
