// Our side of a contest with another program (bench/peers/contest.py has theirs): `ready LOSS`
// after some steps from the common start, then seconds a step for each line read. tools/bench.py
// lets the two take turns, so that a busy machine slows both.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

#include "ratio.h"

namespace tlaloc::bench {

inline constexpr int kContestSteps = 10;

/// The common data: a fixed sequence in [0, 1).
inline std::vector<float> contest_numbers(std::int64_t n) {
  std::vector<float> x(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = static_cast<float>(double((i * 7919 + 13) % 1009) / 1009);
  return x;
}

/// `step()` trains one step and returns its loss.
template <class F>
void serve(F&& step) {
  double loss = 0;
  for (int i = 0; i < kContestSteps; ++i) loss = step();
  std::printf("ready %.9g\n", loss);
  std::fflush(stdout);
  for (int c; (c = std::getchar()) != EOF;) {
    if (c != '\n') continue;
    std::printf("%.9g\n", seconds_of(step, 0.4));
    std::fflush(stdout);
  }
}

}  // namespace tlaloc::bench
