#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

Progress::Progress(int steps)
    : steps_(steps), terminal_(isatty(STDOUT_FILENO)), start_(std::chrono::steady_clock::now()) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::report(int step, float loss) {
  fmt::print("{}  step {:5}  loss {:.6f}  {:6.2f} ms a step\n", terminal_ ? "\r\x1b[K" : "", step, loss,
             1000 * seconds() / step);
  std::fflush(stdout);
}

void Progress::draw(int step) const {
  constexpr int kWidth = 40;
  const int filled = int(long(step) * kWidth / steps_);
  fmt::print("\r  [{:#<{}}{:.<{}}] {:3} %", "", filled, "", kWidth - filled, 100L * step / steps_);
  std::fflush(stdout);
}

double Progress::finish() {
  if (terminal_) fmt::print("\r\x1b[K");
  return seconds();
}
