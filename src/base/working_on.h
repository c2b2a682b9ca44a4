// What a report of a bug in tlaloc should show: the program that was being worked on.
#pragma once

#include <functional>
#include <string>

namespace tlaloc::base {

/// What is being worked on while this lives: its text is printed if a bug shows itself
/// (base/check.h), innermost first.
class WorkingOn {
 public:
  explicit WorkingOn(std::function<std::string()> text);
  ~WorkingOn();
  WorkingOn(const WorkingOn&) = delete;
  WorkingOn& operator=(const WorkingOn&) = delete;

  /// Prints every text once; printing one may meet the same bug again.
  static void print_all();

 private:
  std::function<std::string()> text_;
  WorkingOn* around_;
};

}  // namespace tlaloc::base
