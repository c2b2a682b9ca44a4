// The ruler itself: quantiles, and a ratio whose answer is known.
#include "ratio.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tlaloc::bench {
namespace {

TEST(Ratio, QuantilesLieBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 2, 3}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
}

TEST(Ratio, SummaryIsMedianAndQuartileDistance) {
  const Ratio r = summary({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(r.median, 3);
  EXPECT_DOUBLE_EQ(r.spread, 2);
}

/// A clock that goes on when work is done, and at no other time.
struct WorkClock {
  using duration = std::chrono::microseconds;
  using time_point = std::chrono::time_point<WorkClock, duration>;
  using rep = duration::rep;
  using period = duration::period;
  [[maybe_unused]] static constexpr bool is_steady = true;
  static inline duration worked{0};
  static time_point now() { return time_point(worked); }
};

TEST(Ratio, MoreWorkIsSlower) {
  const auto work = [](int n) { WorkClock::worked += std::chrono::microseconds(n); };
  const Ratio r = compare<WorkClock>([&] { work(56); }, [&] { work(7); }, 5, 0.002);
  EXPECT_DOUBLE_EQ(r.median, 8);
  EXPECT_NEAR(r.spread, 0, 1e-12);
}

/// Of a block that was disturbed, an undisturbed one is what counts.
TEST(Ratio, TheFastestBlocksCount) {
  int calls = 0;
  const auto now_and_then = [&] {
    WorkClock::worked += std::chrono::microseconds(++calls % 7 == 0 ? 900 : 100);
  };
  const auto steady = [] { WorkClock::worked += std::chrono::microseconds(100); };
  EXPECT_DOUBLE_EQ(compare<WorkClock>(now_and_then, steady, 3, 0.0001).median, 1);
}

}  // namespace
}  // namespace tlaloc::bench
