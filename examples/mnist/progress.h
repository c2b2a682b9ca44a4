// A progress bar on a terminal, and the loss every 75 steps wherever the output goes.
#pragma once

#include <chrono>

class Progress {
 public:
  explicit Progress(int steps);
  /// Tells that step `step` (from 1) is done; `loss` is called when it is to be printed.
  template <class Loss>
  void done(int step, Loss loss) {
    if (is_reported(step)) report(step, loss());
    if (terminal_) draw(step);
  }
  /// Clears the bar; seconds since the start.
  double finish();

 private:
  bool is_reported(int step) const { return step % kEvery == 0 || step == 1 || step == steps_; }
  void report(int step, float loss);
  void draw(int step) const;
  double seconds() const;

  static constexpr int kEvery = 75;
  int steps_;
  bool terminal_;
  std::chrono::steady_clock::time_point start_;
};
