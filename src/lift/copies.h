// The edited copies: every edited file, every file that includes one, and every file that one of
// these includes with quotes, under names of their own, with their include directives leading to
// each other.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lift/edits.h"

namespace tlaloc::lift {

struct GeneratedFile {
  std::string name, text;
};

/// Writes copies and generated files into `folder`, and map.txt beside them ("copy <tab> original"
/// a line). Files that are as they should be stay untouched. `early` is included behind the first
/// #include of tlaloc; `late` ("" for none) at the end of the main file.
base::Result<void> write_copies(const Unit& unit, Edits& edits, const std::string& folder,
                                const std::vector<GeneratedFile>& derivatives,
                                const std::string& early, const std::string& late);

/// Writes `text` unless the file holds it already.
base::Result<void> write_if_changed(const std::string& path, const std::string& text);

}  // namespace tlaloc::lift
