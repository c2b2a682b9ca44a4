#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace {
constexpr int kEvery = 75, kWidth = 40;
constexpr const char* kClearLine = "\r\x1b[K";
}  // namespace

Progress::Progress(int steps)
    : steps_(steps), terminal_(isatty(STDOUT_FILENO)), start_(std::chrono::steady_clock::now()) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::done(int step, float loss) {
  if (step % kEvery == 0 || step == 1 || step == steps_)
    fmt::print("{}  step {:5}  loss {:.6f}  {:6.2f} ms a step\n", terminal_ ? kClearLine : "", step,
               loss, 1000 * seconds() / step);
  if (terminal_) draw(step);
}

void Progress::draw(int step) const {
  const int filled = int(long(step) * kWidth / steps_);
  fmt::print("\r  [{:#<{}}{:.<{}}] {:3} %", "", filled, "", kWidth - filled, 100L * step / steps_);
  std::fflush(stdout);
}

void Progress::finish() {
  fmt::print("{}  {} steps in {:.2f} s\n", terminal_ ? kClearLine : "", steps_, seconds());
}
