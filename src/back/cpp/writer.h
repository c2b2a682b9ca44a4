// Lines of C++ with their indentation, wrapped at 100 columns.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace tlaloc::back {

class Writer {
 public:
  /// One statement or brace; broken after a comma or an operator if it is too long. Lines behind
  /// its first one stand as they are.
  void line(std::string_view text);
  /// "head {", and what follows is indented until close.
  void open(std::string_view head);
  /// "} tail": ends the innermost open block.
  void close(std::string_view tail = {});
  /// "} head {": ends the innermost block and opens another.
  void reopen(std::string_view head);
  /// An empty writer, `deeper` levels in.
  Writer nested(int deeper) const;
  std::size_t indent() const { return 2 * static_cast<std::size_t>(depth_); }
  void blank() { text_ += '\n'; }
  /// "// main.cpp:7", if the last one said otherwise.
  void source(const base::Location& at);
  /// What follows has another source, whatever it is.
  void forget_source() { source_.clear(); }

  const std::string& text() const { return text_; }

  /// A place to go back to: what was written behind it never was.
  struct Mark {
    std::size_t size = 0;
    int depth = 0;
    std::string source;
  };
  Mark mark() const { return {text_.size(), depth_, source_}; }
  void rollback(const Mark& m);

 private:
  int depth_ = 0;
  std::string source_;
  std::string text_;
};

}  // namespace tlaloc::back
