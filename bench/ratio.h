// A speed promise as a ratio: our time over a reference's, both measured in turns in one process,
// so that a busy machine slows both. Prints one line that tools/bench.py reads:
//   ratio <name> <median> <target> <spread>
// where the spread is the distance between the quartiles of the turns' ratios. Lower is better; the
// target is the most the ratio may be, `inf` where nothing is promised. With TLALOC_BENCH=check in
// the environment a program runs all of it once and measures nothing: its checks alone.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

namespace tlaloc::bench {

inline constexpr double kNoTarget = std::numeric_limits<double>::infinity();

/// Whether only the checks are asked for.
inline bool only_checks() {
  static const char* const asked = std::getenv("TLALOC_BENCH");
  return asked != nullptr && std::string_view(asked) == "check";
}

struct Ratio {
  double median = 0, spread = 0;
};

/// Seconds that one call takes, over enough calls to fill `at_least` seconds.
template <class Clock = std::chrono::steady_clock, class F>
double seconds_of(F&& call, double at_least = 0.02) {
  for (long calls = 1;; calls *= 2) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    if (took >= at_least) return took / double(calls);
  }
}

/// The value below which a share `q` of the values lies, between neighbours.
inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double at = q * double(values.size() - 1);
  const std::size_t low = std::size_t(at);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (at - double(low)) * (values[high] - values[low]);
}

inline Ratio summary(const std::vector<double>& ratios) {
  return {quantile(ratios, 0.5), quantile(ratios, 0.75) - quantile(ratios, 0.25)};
}

/// Calls that fill about `at_least` seconds, and one at least.
template <class Clock, class F>
long calls_that_fill(F&& call, double at_least) {
  const double one = seconds_of<Clock>(call, at_least);
  return std::max(1L, long(at_least / one));
}

/// Measures `ours` and `reference` in turns. A turn alternates short blocks of both and takes the
/// fastest of each: what other programs take from the machine is not what is measured.
template <class Clock = std::chrono::steady_clock, class F, class G>
Ratio compare(F&& ours, G&& reference, int turns = 9, double at_least = 0.02) {
  if (only_checks()) return ours(), reference(), Ratio{};
  constexpr int kBlocks = 10;
  const double block = at_least / kBlocks;
  const auto seconds = [](auto& call, long calls) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    return std::chrono::duration<double>(Clock::now() - start).count() / double(calls);
  };
  const long our_calls = calls_that_fill<Clock>(ours, block),
             reference_calls = calls_that_fill<Clock>(reference, block);
  std::vector<double> ratios;
  for (int turn = 0; turn < turns; ++turn) {
    double a = seconds(ours, our_calls), b = seconds(reference, reference_calls);
    for (int i = 1; i < kBlocks; ++i) {
      a = std::min(a, seconds(ours, our_calls));
      b = std::min(b, seconds(reference, reference_calls));
    }
    ratios.push_back(a / b);
  }
  return summary(ratios);
}

inline void print(std::string_view name, Ratio r, double target) {
  if (only_checks()) return;
  std::printf("ratio %.*s %.4f %.4f %.4f\n", int(name.size()), name.data(), r.median, target,
              r.spread);
  std::fflush(stdout);
}

/// The geometric mean over a ladder of sizes; the spread is the distance between its largest and
/// smallest ratio.
inline void print_mean(std::string_view name, const std::vector<double>& ratios,
                       double target = kNoTarget) {
  double logs = 0;
  for (double r : ratios) logs += std::log(r);
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  print(name, {std::exp(logs / double(ratios.size())), *high - *low}, target);
}

/// A time in milliseconds, the fastest of each turn, where a time is what is promised.
template <class F>
void print_milliseconds(std::string_view name, F&& call, double target, int turns = 9) {
  if (only_checks()) return call();
  std::vector<double> times;
  for (int turn = 0; turn < turns; ++turn) {
    double least = seconds_of(call, 0.002);
    for (int i = 1; i < 10; ++i) least = std::min(least, seconds_of(call, 0.002));
    times.push_back(1000 * least);
  }
  print(name, summary(times), target);
}

/// Keeps a value alive: the compiler may not drop what computes it.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace tlaloc::bench
