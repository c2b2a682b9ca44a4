// Does a source name a transformation? A textual look at the file and what it includes, before any
// parser starts.
//
// It may say yes where the answer is no (then the file is parsed for nothing); it ignores #if and
// follows includes through the command line's own directories only. Our own headers name every
// transformation and are not read.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "driver/command.h"

namespace tlaloc::driver {

class Scan {
 public:
  /// Include directories come from the command.
  explicit Scan(const Command& c);

  /// Whether `source`, or a file that it or the command line includes, may transform something.
  bool names_transformation(const std::string& source);

 private:
  bool visit(const std::string& path);
  void follow(std::string_view text, const std::string& folder);
  void include(std::string_view name, bool quoted, const std::string& folder);

  std::vector<std::string> quote_, angle_, forced_;
  std::unordered_set<std::string> seen_;
  bool reaches_tlaloc_ = false, has_word_ = false, computed_ = false;
};

}  // namespace tlaloc::driver
