// The one place that throws, with the text that base/error.h gives a compiler's errors.
#include <tlaloc/error.h>

#include <utility>

#include "base/error.h"
#include "front/raise.h"

namespace tlaloc {

namespace {
base::Error as_value(std::string op, std::string what, std::string id,
                     const std::vector<std::string>& notes) {
  base::Error e{std::move(op), std::move(what), std::move(id), {}, {}};
  for (const std::string& n : notes) e.notes.push_back({n, {}});
  return e;
}
}  // namespace

Error::Error(std::string op, std::string what, std::string id, std::vector<std::string> notes)
    : std::runtime_error(base::text(as_value(op, what, id, notes))),
      op_(std::move(op)),
      message_(std::move(what)),
      id_(std::move(id)),
      notes_(std::move(notes)) {}

namespace detail {
void throw_error(std::string op, std::string what, std::string id, std::vector<std::string> notes) {
  throw Error(std::move(op), std::move(what), std::move(id), std::move(notes));
}

std::vector<std::string> needed_at(const char* where) {
  if (*where == '\0') return {};
  return {std::string("needed at ") + where};
}
}  // namespace detail

namespace front {
void raise(const base::Error& e) {
  std::vector<std::string> notes;
  for (const base::Note& n : e.notes)
    notes.push_back(n.where.known() ? base::text(n.where) + ": " + n.text : n.text);
  detail::throw_error(e.op, e.what, e.id, std::move(notes));
}
}  // namespace front

}  // namespace tlaloc
