// Reads tokens of the text form; shared by the parsers of sizes, types, attributes and graphs.
#pragma once

#include <string>
#include <string_view>

#include "ir/attrs.h"

namespace tlaloc::ir {

/// A cursor over a text. A failed read leaves a message behind (the first one stays) and moves no
/// further.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end();
  /// Consumes `token` if it comes next.
  bool accept(std::string_view token);
  /// Consumes `token`, or fails.
  bool expect(std::string_view token);
  bool peek(std::string_view token);
  std::string word();    ///< [A-Za-z_][A-Za-z0-9_.']*
  std::string quoted();  ///< "…" with \" \\ \n escapes
  std::int64_t integer();
  double floating();  ///< decimal, or nan / inf / -inf
  Size size();
  Type type();
  Attrs attrs();  ///< "{…}"
  AttrValue attr_value();

  bool failed() const { return !message_.empty(); }
  void fail(std::string message);
  /// "line:col: message"
  base::Error error() const;

 private:
  void skip();
  Size size_product();
  Size size_atom();
  std::string number_text();
  std::string_view text_;
  std::size_t at_ = 0, failed_at_ = 0;
  std::string message_;
};

std::string quote(std::string_view s);

}  // namespace tlaloc::ir
