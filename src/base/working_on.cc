#include "base/working_on.h"

#include <cstdio>
#include <utility>

namespace tlaloc::base {
namespace {

thread_local WorkingOn* innermost = nullptr;

}  // namespace

WorkingOn::WorkingOn(std::function<std::string()> text)
    : text_(std::move(text)), around_(std::exchange(innermost, this)) {}

WorkingOn::~WorkingOn() { innermost = around_; }

void WorkingOn::print_all() {
  while (const WorkingOn* w = innermost) {
    innermost = w->around_;
    std::fprintf(stderr, "%s\n", w->text_().c_str());
  }
}

}  // namespace tlaloc::base
