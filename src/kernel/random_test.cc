#include "kernel/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

using Words = std::vector<std::uint32_t>;

/// Known answers of the Random123 distribution.
TEST(Threefry, KnownAnswers) {
  EXPECT_EQ(threefry2x32({0, 0}, {0, 0}), (Key{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Key{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry2x32({0x13198a2e, 0x03707344}, {0x243f6a88, 0x85a308d3}),
            (Key{0xc4923a9c, 0x483df7a0}));
}

// The vectors below were printed by JAX 0.10.2 with jax_threefry_partitionable=False, key 42.
const Key kKey = key_of(42);

TEST(Random, KeysOfSeeds) {
  EXPECT_EQ(kKey, (Key{0, 42}));
  EXPECT_EQ(key_of(0x123456789abcdef), (Key{0x1234567, 0x89abcdef}));
}

TEST(Random, Bits) {
  Words y(7);
  random_bits(kKey, 7, y.data());
  EXPECT_EQ(y, (Words{0xb013aee3, 0x997e0266, 0x43e44385, 0x64337688, 0xc34eddf6, 0x48ebcd9f,
                      0x0a56f817}));
  y.resize(8);
  random_bits(kKey, 8, y.data());
  EXPECT_EQ(y, (Words{0xb013aee3, 0x997e0266, 0x43e44385, 0x3dbc1e1f, 0xc34eddf6, 0x48ebcd9f,
                      0x0a56f817, 0x00d226af}));
  y.resize(1);
  random_bits(kKey, 1, y.data());
  EXPECT_EQ(y[0], 0x6d3e048fu);
  random_bits(kKey, 0, static_cast<std::uint32_t*>(nullptr));
}

TEST(Random, WideBits) {
  std::vector<std::uint64_t> y(3);
  random_bits(kKey, 3, y.data());
  EXPECT_EQ(
      y, (std::vector<std::uint64_t>{0xbad56946354ba891, 0xde837c892fc69b62, 0xdf4f11df8cdb9797}));
}

TEST(Random, Uniform) {
  std::vector<float> y(5);
  random_uniform(kKey, 5, y.data());
  const Words want{0x3f3ad568, 0x3f5e837c, 0x3e492708, 0x3e552ea0, 0x3e3f1a68};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(std::bit_cast<std::uint32_t>(y[i]), want[i]) << i;
  std::vector<double> d(3);
  random_uniform(kKey, 3, d.data());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(d[0]), 0x3fe75aad28c6a974u);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(d[1]), 0x3febd06f9125f8d2u);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(d[2]), 0x3febe9e23bf19b72u);
}

TEST(Random, SplitAndFoldIn) {
  Key y[3];
  split(kKey, 2, y);
  EXPECT_EQ(y[0], (Key{0x92fb20ea, 0xdb4c98db}));
  EXPECT_EQ(y[1], (Key{0x0f38d913, 0x0ff68959}));
  split(kKey, 3, y);
  EXPECT_EQ(y[0], (Key{0xbad56946, 0xde837c89}));
  EXPECT_EQ(y[1], (Key{0xdf4f11df, 0x354ba891}));
  EXPECT_EQ(y[2], (Key{0x2fc69b62, 0x8cdb9797}));
  EXPECT_EQ(fold_in(kKey, 7), (Key{0x97d0552f, 0x51bf719f}));
}

TEST(Random, Normal) {
  const Words want{0x3ebcee23, 0xbeebdda6, 0xbf5d76c3, 0x3f9aa2a3, 0x3f18d472,
                   0xbf5eed21, 0xbecc0827, 0xbf2ac11d, 0x3eac7d50};
  std::vector<float> y(9);
  random_normal(kKey, 9, y.data());
  for (int i = 0; i < 9; ++i) {
    const float exact = std::bit_cast<float>(want[i]);
    EXPECT_NEAR(y[i], exact, std::fabs(exact) * 1e-6f) << i;
  }
}

TEST(Random, NormalHasItsMoments) {
  const std::size_t n = 1000000;
  std::vector<float> y(n);
  random_normal(kKey, n, y.data());
  double sum = 0, squares = 0, fourths = 0;
  for (double v : y) sum += v, squares += v * v, fourths += v * v * v * v;
  EXPECT_NEAR(sum / n, 0, 0.005);
  EXPECT_NEAR(squares / n, 1, 0.01);
  EXPECT_NEAR(fourths / n, 3, 0.05);
}

TEST(Random, SameBitsOnAnyTeam) {
  const std::size_t n = 300001;
  Words one(n), two(n);
  set_threads(1);
  random_bits(kKey, n, one.data());
  set_threads(3);
  random_bits(kKey, n, two.data());
  set_threads(0);
  EXPECT_EQ(one, two);
  const Key last = threefry2x32(kKey, {12345, 12345 + (300001 + 1) / 2});
  EXPECT_EQ(one[12345], last[0]);
  EXPECT_EQ(one[12345 + (300001 + 1) / 2], last[1]);
}

}  // namespace
}  // namespace tlaloc::kernel
