// The numbers are those of JAX 0.6 with jax_threefry_partitionable off and x64 on.
#include <tlaloc/random.h>

#include <gtest/gtest.h>

#include <cmath>

#include <tlaloc/threads.h>

namespace tlaloc {
namespace {

TEST(Random, SplitsKeysAsJaxDoes) {
  const auto two = split(Key(0));
  EXPECT_EQ(two[0].high, 4146024105u);
  EXPECT_EQ(two[0].low, 967050713u);
  EXPECT_EQ(two[1].high, 2718843009u);
  EXPECT_EQ(two[1].low, 1272950319u);
  const auto three = split<3>(Key(123456789012345));
  EXPECT_EQ(three[0].high, 3019306979u);
  EXPECT_EQ(three[1].low, 1074532758u);
  EXPECT_EQ(three[2].high, 2974710806u);
}

TEST(Random, BitsAreThreefrys) {
  // zero is.
  std::uint32_t words[2];
  detail::fill_bits(Key(0), words, 2);
  std::uint32_t one[1];
  detail::fill_bits(Key(0), one, 1);
  EXPECT_EQ(one[0], 0x6b200159u) << "the known answer for key 0, counters 0 and 0";
  EXPECT_NE(words[0], one[0]) << "counters 0 and 1";
}

TEST(Random, UniformHasJaxsBits) {
  EXPECT_EQ(uniform<float>(Key(0), 3).to_vector(),
            (std::vector<float>{0.9653214f, 0.31468165f, 0.63302994f}));
  EXPECT_EQ(uniform<float>(Key(123456789012345), {5}, -2, 3).to_vector(),
            (std::vector<float>{1.5149353742599487f, -0.680037260055542f, 1.0054932832717896f,
                                -0.749079704284668f, 1.4630191326141357f}));
  const auto d = uniform<double>(Key(0), 3);
  EXPECT_NEAR(d(0), 0.57450053, 1e-8);
  EXPECT_NEAR(d(2), 0.74196595, 1e-8);
}

TEST(Random, NormalIsJaxsWithinItsLastBits) {
  const double expected[] = {-0.3721109, 0.26423115,  -0.18252768, -0.7368197, -0.44030377,
                             -0.1521442, -0.67135346, -0.5908641,  0.73168886, 0.5673026};
  const auto x = normal<float>(Key(0), 10);
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(x(i), expected[i], 3e-7 * std::abs(expected[i]));
  const double wide[] = {-0.3721107933346203, 0.26423113848036445, -0.18252761704186854,
                         -0.7368197737568901, -0.44030356269263576};
  const auto y = normal<double>(Key(0), 5);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(y(i), wide[i], 1e-14 * std::abs(wide[i]));
}

TEST(Random, NormalIsNormal) {
  // The inverse is checked against erf itself: a uniform number comes back.
  const auto u = uniform<double>(Key(7), {1000}, std::nextafter(-1.0, 0.0), 1);
  const auto x = normal<double>(Key(7), 1000);
  for (int i = 0; i < 1000; ++i) EXPECT_NEAR(std::erf(x(i) / std::sqrt(2.0)), u(i), 4e-16);
}

TEST(Random, SizesAndThreadsDoNotMatter) {
  const auto a = uniform<float>(Key(1), 100001);
  set_threads(1);
  const auto b = uniform<float>(Key(1), 100001);
  set_threads(0);
  EXPECT_EQ(a.to_vector(), b.to_vector());
  EXPECT_EQ((normal<float>(Key(1), {300, 100}).to_vector()),
            normal<float>(Key(1), 30000).to_vector());
  EXPECT_TRUE(uniform<float>(Key(1), 0, 3).empty());
  using W = Tensor<float, Axis<"in", 4>, Any>;
  EXPECT_EQ(normal<W>(Key(1), 2).shape(), (std::array<std::int64_t, 2>{4, 2}));
}

}  // namespace
}  // namespace tlaloc
