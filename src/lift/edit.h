// Edits of a source text that leave every line and column where the user sees them.
//
// An edit that stands on lines of its own is followed by a #line and by white space up to its
// column, so messages, breakpoints and __LINE__ behind it are as before. Inside a macro's arguments
// no directive may stand: there an edit stays on the line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tlaloc::lift {

enum class Place {
  own_lines,  ///< between #line directives
  in_line,    ///< as it is
};

struct Edit {
  std::size_t offset = 0;
  std::size_t length = 0;  ///< how much of the text it replaces
  int order = 0;           ///< among edits at one offset: smaller first
  std::string text{};
  Place place = Place::own_lines;
  /// Where the text behind the edit stands, as the compiler counts (a #line of the user's own is
  /// followed); line 0: count from the top of the file called `file` of edit_text.
  std::string file{};
  int line = 0;
};

/// The edited text; its first line says that it is `file`, line 1. Edits may come in any order.
std::string edit_text(std::string_view text, const std::string& file, std::vector<Edit> edits);

/// White space as wide as text[begin, end), in bytes and on the screen.
std::string padding(std::string_view text);

/// `#line 7 "a.cc"`, the name escaped.
std::string line_directive(int line, const std::string& file);

}  // namespace tlaloc::lift
