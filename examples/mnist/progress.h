// A progress bar on a terminal, and the loss every 75 steps wherever the output goes.
#pragma once

#include <chrono>

class Progress {
 public:
  explicit Progress(int steps);
  /// Tells that step `step`, counted from 1, is done.
  void done(int step, float loss);
  /// Clears the bar and prints the time taken.
  void finish();

 private:
  double seconds() const;
  void draw(int step) const;

  int steps_;
  bool terminal_;
  std::chrono::steady_clock::time_point start_;
};
