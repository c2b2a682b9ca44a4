// Dependency files of edited copies, made to say what they would for the user's own files.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tlaloc::driver {

/// What to make of files that the compiler read.
struct CopyMap {
  std::string folder;  ///< absolute; where copies and generated files are
  std::map<std::string, std::string>
      originals;  ///< copy -> the user's file, as the compiler would name it
};

/// Names of copies become names of originals, generated files vanish, a file is named once a rule.
/// `absolute` makes a path absolute and lexically normal.
std::string rewrite_dependencies(std::string_view text, const CopyMap& copies,
                                 const std::function<std::string(const std::string&)>& absolute);

/// Reads the lift's map: "copy <tab> original" a line.
std::map<std::string, std::string> parse_copy_map(std::string_view text);

}  // namespace tlaloc::driver
