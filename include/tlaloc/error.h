// What the front door throws. Below it nothing throws: results travel as values, and turn into this
// exception in one place.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tlaloc {

/// A user's mistake found when the program runs: sizes that do not fit, an index out of range.
///
/// `what()` is the whole message as compilers write it: "error: op: what [id]", then one line a
/// note. Whoever throws it has left every input as it was.
class Error : public std::runtime_error {
 public:
  Error(std::string op, std::string what, std::string id = {}, std::vector<std::string> notes = {});

  /// The operation at fault, "matmul"; may be empty.
  const std::string& op() const { return op_; }
  /// What was got before what was expected; without op, id and notes.
  const std::string& message() const { return message_; }
  /// The label of the rule that does not hold, "matmul.c2"; may be empty.
  const std::string& id() const { return id_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::string op_, message_, id_;
  std::vector<std::string> notes_;
};

namespace detail {
/// The one place that throws.
[[noreturn, gnu::cold]] void throw_error(std::string op, std::string what, std::string id = {},
                                         std::vector<std::string> notes = {});
/// The note that names the user's line; none where it is "".
std::vector<std::string> needed_at(const char* where);
}  // namespace detail

}  // namespace tlaloc
