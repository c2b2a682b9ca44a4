// The ruler itself: quantiles, and a ratio whose answer is known.
#include "ratio.h"

#include <gtest/gtest.h>

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

TEST(Ratio, MoreWorkIsSlower) {
  const auto work = [](int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) keep(s += i);
  };
  const Ratio r = compare([&] { work(8000); }, [&] { work(1000); }, 5, 0.002);
  EXPECT_GT(r.median, 3);
  EXPECT_LT(r.median, 24);
}

}  // namespace
}  // namespace tlaloc::bench
