// Names of one C++ function: legal, and each one thing at a time.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tlaloc::back {

class Names {
 public:
  /// `wanted`, made a legal identifier that nothing in scope has: "x", "x2", …; "t0", "t1", … for
  /// "".
  std::string fresh(std::string_view wanted);
  /// The name is taken, whoever uses it.
  void reserve(std::string_view name) { taken_.insert(std::string(name)); }

  /// Names made from here on are free again after close.
  void open() { scopes_.emplace_back(); }
  void close();

 private:
  std::set<std::string, std::less<>> taken_;
  std::vector<std::vector<std::string>> scopes_;
  int next_ = 0;
};

/// "w" of "model.l1.w", "" of what is no path.
std::string last_word(const std::string& path);

}  // namespace tlaloc::back
