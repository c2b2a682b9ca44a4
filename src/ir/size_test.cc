#include "ir/size.h"

#include <gtest/gtest.h>

namespace tlaloc::ir {
namespace {

const Size n = Size::symbol("n"), m = Size::symbol("m");

TEST(Size, PolynomialsHaveOneNormalForm) {
  EXPECT_EQ((n + 1) * (n - 1), n * n - 1);
  EXPECT_EQ(n + m, m + n);
  EXPECT_EQ(n * m * 2 - m * n, m * n);
  EXPECT_EQ(n - n, Size(0));
  EXPECT_EQ((n - n).constant(), 0);
  EXPECT_NE(n, m);
}

TEST(Size, DivisionIsExactWhereItCanBe) {
  EXPECT_EQ(Size::floor_div(n * 6 + 3, 3), n * 2 + 1);
  EXPECT_EQ(Size::mod(n * 6 + 3, 3), Size(0));
  EXPECT_EQ(Size::floor_div(-7, 2), Size(-4));
  EXPECT_EQ(Size::mod(-7, 2), Size(1));
  EXPECT_EQ(Size::floor_div(n, 2).text(), "floordiv(n, 2)");
}

TEST(Size, MinAndMaxDoNotDependOnOrder) {
  EXPECT_EQ(Size::min(n, m), Size::min(m, n));
  EXPECT_EQ(Size::max(n, n), n);
  EXPECT_EQ(Size::max(2, 3), Size(3));
}

TEST(Size, BroadcastIsTheCommonSize) {
  EXPECT_EQ(Size::broadcast(n, n), n);
  EXPECT_EQ(Size::broadcast(1, n), n);
  EXPECT_EQ(Size::broadcast(n, 784), Size(784));
  const Size b = Size::broadcast(n, m);
  const auto at = [&](std::int64_t x, std::int64_t y) { return b.evaluate({{"n", x}, {"m", y}}); };
  EXPECT_EQ(at(5, 5), 5);
  EXPECT_EQ(at(1, 5), 5);
  EXPECT_EQ(at(5, 1), 5);
  EXPECT_EQ(at(0, 1), 0);
  EXPECT_EQ(at(0, 0), 0);
  EXPECT_EQ(at(1, 1), 1);
}

TEST(Size, TextReadsBack) {
  for (const Size& s : {Size(0), Size(-3), n, n * n * 2 - m + 7, Size::floor_div(n + m, 2) * 3,
                        Size::broadcast(n, m), n * -1, Size::mod(n, m) - 1}) {
    const auto back = Size::parse(s.text());
    ASSERT_TRUE(back) << s.text() << ": " << base::text(back.error());
    EXPECT_EQ(*back, s) << s.text();
  }
  EXPECT_FALSE(Size::parse("n +"));
  EXPECT_FALSE(Size::parse("n) "));
  EXPECT_FALSE(Size::parse("gcd(n, m)"));
}

TEST(Size, SubstituteAndEvaluateAgree) {
  const Size s = Size::floor_div(n * m + 1, 2) + Size::max(n, m);
  EXPECT_EQ(s.substitute({{"n", 3}, {"m", 5}}).constant(), s.evaluate({{"n", 3}, {"m", 5}}));
  EXPECT_EQ(s.evaluate({{"n", 3}}), std::nullopt);
  EXPECT_EQ(Size::floor_div(n, m).evaluate({{"n", 3}, {"m", 0}}), std::nullopt);
}

}  // namespace
}  // namespace tlaloc::ir
