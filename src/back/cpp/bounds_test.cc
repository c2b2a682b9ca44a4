#include "back/cpp/bounds.h"

#include <gtest/gtest.h>

namespace tlaloc::back {
namespace {

using ir::Size;

const Size n = Size::symbol("n"), m = Size::symbol("m");

TEST(Bounds, SumsAndProductsOfSymbolsAreNeverNegative) {
  EXPECT_TRUE(never_negative(0));
  EXPECT_TRUE(never_negative(n * m + 3));
  EXPECT_FALSE(never_negative(n - 1));
  EXPECT_FALSE(never_negative(n - m));
}

TEST(Bounds, AMaximumIsAtLeastEachSide) {
  EXPECT_TRUE(never_negative(Size::max(n - 3, 0)));
  EXPECT_TRUE(never_negative(Size::max(n - 3, 0) - n + 3));
  EXPECT_FALSE(never_negative(Size::max(n - 3, 0) - n));
  EXPECT_TRUE(never_negative(n - Size::min(n, m)));
  EXPECT_FALSE(never_negative(Size::min(n - 1, m)));
}

TEST(Bounds, APositiveMaximumWithNothingIsItsOtherSide) {
  const Size turns = Size::max(n - 1, 0);
  EXPECT_EQ(where_positive(n - turns, turns), Size(1));
  EXPECT_EQ(where_positive(n - turns, Size::max(n - 1, 2)), n - turns);
}

}  // namespace
}  // namespace tlaloc::back
