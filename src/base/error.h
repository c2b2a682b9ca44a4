// A user's mistake, as a value. Below the front door functions return Result<T>; the front door
// turns an Error into the exception tlaloc::Error. Our own mistakes never become an Error: they
// go through check() in base/check.h and abort.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace tlaloc::base {

/// A place in the user's source. `file` is spelled as the user's compiler would; line 0: unknown.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  bool known() const { return line > 0; }
  bool operator==(const Location&) const = default;
};

struct Note {
  std::string text;
  Location where;
};

/// "where: error: op: what [id]", then the notes. `what` says what was got, then what was expected.
struct Error {
  std::string op;    ///< the operation at fault, "matmul"; may be empty
  std::string what;  ///< lower case, no final full stop
  std::string id;    ///< the refusal's or constraint's label, "matmul.c2"; may be empty
  Location where;
  std::vector<Note> notes;

  Error&& note(std::string text, Location at = {}) && {
    notes.push_back({std::move(text), std::move(at)});
    return std::move(*this);
  }
};

template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for the failing side of a Result.
inline tl::unexpected<Error> fail(std::string op, std::string what, std::string id = {}) {
  return tl::unexpected<Error>(Error{std::move(op), std::move(what), std::move(id), {}, {}});
}
inline tl::unexpected<Error> fail(Error e) { return tl::unexpected<Error>(std::move(e)); }

/// The message as the user reads it, one line for the error and one for each note.
std::string text(const Error& e);
std::string text(const Location& at);

}  // namespace tlaloc::base
