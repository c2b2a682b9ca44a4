#include <gtest/gtest.h>
#include <tlaloc/dtype.h>
#include <tlaloc/map.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "kernel/parallel.h"

namespace tlaloc::detail {
namespace {

std::vector<float> some(std::size_t n, int seed) {
  std::vector<float> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = float(std::sin(double(i) * 1.7 + seed)) * 3;
  return v;
}

constexpr auto kBody = [](const auto& x, const auto& w, auto& y)
                           TLALOC_LANE_BODY { y = tanh(x * w + x) - w; };
float alone(float x, float w) {
  float y;
  map_buffers(kBody, {1, 1}, In<float>{&x}, In<float>{&w}, Out<float>{&y});
  return y;
}

/// Every operand pattern at awkward sizes: each element as if it were alone, nothing beyond
/// written.
TEST(Map, OperandPatterns) {
  struct Pattern {
    std::ptrdiff_t row, col;  // of w; -1: the number of columns
  };
  for (int level : {2, 3, 4})
    for (Pattern p : {Pattern{-1, 1}, {0, 1}, {1, 0}, {0, 0}, {-2, 1}})
      for (std::size_t rows : {1u, 3u, 16u, 37u})
        for (std::size_t cols : {1u, 3u, 10u, 16u, 63u, 64u, 65u, 100u}) {
          set_map_level(level);
          const std::ptrdiff_t wide = std::ptrdiff_t(cols);
          const std::ptrdiff_t row = p.row == -1 ? wide : p.row == -2 ? wide + 5 : p.row;
          const auto x = some(rows * cols, 1), w = some(rows * (cols + 5) + cols, 2);
          std::vector<float> y(rows * cols + 1, -7.0f);
          map_buffers(kBody, {rows, cols}, In<float>{x.data(), wide, 1},
                      In<float>{w.data(), row, p.col}, Out<float>{y.data()});
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < cols; ++j) {
              const float want =
                  alone(x[i * cols + j], w[i * std::size_t(row) + j * std::size_t(p.col)]);
              ASSERT_EQ(y[i * cols + j], want)
                  << rows << "x" << cols << " at " << i << "," << j << " level " << level;
            }
          ASSERT_EQ(y.back(), -7.0f);
        }
  set_map_level(0);
}

TEST(Map, LargeOnesAreTheSameOnAnyTeam) {
  const std::size_t n = 1000003;
  const auto x = some(n, 1), w = some(n, 2);
  std::vector<float> one(n), two(n);
  kernel::set_threads(1);
  map_buffers(kBody, {1, n}, In<float>{x.data()}, In<float>{w.data()}, Out<float>{one.data()});
  kernel::set_threads(3);
  map_buffers(kBody, {1, n}, In<float>{x.data()}, In<float>{w.data()}, Out<float>{two.data()});
  kernel::set_threads(0);
  EXPECT_EQ(one, two);
  for (std::size_t i = 0; i < n; i += 9973) EXPECT_EQ(one[i], alone(x[i], w[i]));
  EXPECT_EQ(one[n - 1], alone(x[n - 1], w[n - 1]));
}

TEST(Map, LargeRowsAndColumns) {
  for (auto [rows, cols] :
       {std::pair<std::size_t, std::size_t>{40001, 10}, {3, 300001}, {700, 700}}) {
    const auto x = some(rows * cols, 1), w = some(cols, 2);
    std::vector<float> y(rows * cols);
    map_buffers(kBody, {rows, cols}, In<float>{x.data(), std::ptrdiff_t(cols), 1},
                In<float>{w.data(), 0, 1}, Out<float>{y.data()});
    for (std::size_t k = 0; k < rows * cols; k += 4999) ASSERT_EQ(y[k], alone(x[k], w[k % cols]));
    ASSERT_EQ(y.back(), alone(x.back(), w.back()));
  }
}

/// More operands than short rows go together with.
TEST(Map, ManyOperandsOfShortRows) {
  constexpr std::size_t kCount = 40, kRows = 21, kCols = 5;
  const auto x = some(kRows * kCols + kCount, 1);
  std::vector<float> y(kRows * kCols);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    map_buffers([](auto& sum, const auto&... x) TLALOC_LANE_BODY { sum = (x + ...); },
                {kRows, kCols}, Out<float>{y.data()},
                In<float>{x.data() + I, I % 3 == 0 ? 0 : kCols, I % 2}...);
  }(std::make_index_sequence<kCount>());
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < kCols; ++j) {
      float sum = 0;
      for (std::size_t k = kCount; k-- > 0;) {
        const float term = x[k + (k % 3 == 0 ? 0 : i * kCols) + (k % 2) * j];
        sum = k + 1 == kCount ? term : term + sum;
      }
      ASSERT_EQ(y[i * kCols + j], sum) << i << "," << j;
    }
}

TEST(Map, InPlace) {
  for (std::size_t n : {5u, 1000u, 300000u}) {
    const auto x = some(n, 1), w = some(n, 2);
    auto y = x;
    map_buffers(kBody, {1, n}, In<float>{y.data()}, In<float>{w.data()}, Out<float>{y.data()});
    for (std::size_t i = 0; i < n; i += 7) ASSERT_EQ(y[i], alone(x[i], w[i]));
  }
}

TEST(Map, EmptyWritesNothing) {
  float y = 3;
  map_buffers([](auto& y) TLALOC_LANE_BODY { y = 1.0f; }, {0, 5}, Out<float>{&y});
  map_buffers([](auto& y) TLALOC_LANE_BODY { y = 1.0f; }, {5, 0}, Out<float>{&y});
  EXPECT_EQ(y, 3);
}

TEST(Map, MixedTypesAndSeveralResults) {
  const std::size_t n = 71;
  std::vector<float> f = some(n, 1);
  std::vector<double> d(n), sum(n);
  std::vector<std::int32_t> i(n), whole(n);
  std::vector<std::int64_t> l(n), product(n);
  std::unique_ptr<bool[]> b(new bool[n]), both(new bool[n]);
  for (std::size_t k = 0; k < n; ++k) {
    d[k] = double(k) / 7, i[k] = int(k) - 30, l[k] = std::int64_t(k) << 33, b[k] = k % 3 == 0;
  }
  for (int level : {2, 3, 4}) {
    set_map_level(level);
    map_buffers(
        [](const auto& f, const auto& d, const auto& i, const auto& l, const auto& b, auto& sum,
           auto& whole, auto& product, auto& both) TLALOC_LANE_BODY {
          sum = where(b, cast<double>(f) + d, cast<double>(i));
          whole = cast<std::int32_t>(f) * 2 + i;
          product = l * cast<std::int64_t>(i);
          both = b & (f > 0.0f) & (d < 9.0) & (i != 3);
        },
        {1, n}, In<float>{f.data()}, In<double>{d.data()}, In<std::int32_t>{i.data()},
        In<std::int64_t>{l.data()}, In<bool>{b.get()}, Out<double>{sum.data()},
        Out<std::int32_t>{whole.data()}, Out<std::int64_t>{product.data()}, Out<bool>{both.get()});
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_EQ(sum[k], b[k] ? double(f[k]) + d[k] : i[k]);
      ASSERT_EQ(whole[k], std::int32_t(f[k]) * 2 + i[k]);
      ASSERT_EQ(product[k], l[k] * i[k]);
      ASSERT_EQ(both[k], b[k] && f[k] > 0 && d[k] < 9.0 && i[k] != 3);
    }
  }
  set_map_level(0);
}

TEST(Map, DoublesInsideAFloatMap) {
  const auto x = some(50, 1);
  std::vector<float> y(50);
  for (int level : {2, 3, 4}) {
    set_map_level(level);
    map_buffers([](const auto& x, auto& y)
                    TLALOC_LANE_BODY { y = cast<float>(exp(cast<double>(x)) * 0.1); },
                {1, 50}, In<float>{x.data()}, Out<float>{y.data()});
    for (int i = 0; i < 50; ++i) ASSERT_EQ(y[i], float(detail::lanes::exp(double(x[i])) * 0.1));
  }
  set_map_level(0);
}

TEST(Map, Bfloat16RoundsAsTheType) {
  const auto x = some(100, 1);
  std::vector<bfloat16> h(100), y(100);
  for (int i = 0; i < 100; ++i) h[i] = bfloat16(x[i]);
  h[3] = bfloat16(std::numeric_limits<float>::quiet_NaN());
  for (int level : {2, 3, 4}) {
    set_map_level(level);
    map_buffers([](const auto& x, auto& y) TLALOC_LANE_BODY { y = x * 1.7f; }, {1, 100},
                In<bfloat16>{h.data()}, Out<bfloat16>{y.data()});
    for (int i = 0; i < 100; ++i)
      if (i == 3)
        ASSERT_TRUE(std::isnan(float(y[i])));
      else
        ASSERT_EQ(y[i].bits, bfloat16(float(h[i]) * 1.7f).bits);
  }
  set_map_level(0);
}

TEST(Map, NoPadDividesByZero) {
  std::vector<std::int32_t> x(19), w(19, 3), y(19);
  for (int i = 0; i < 19; ++i) x[i] = i * 10;
  map_buffers([](const auto& x, const auto& w, auto& y) TLALOC_LANE_BODY { y = x / w + x % w; },
              {1, 19}, In<std::int32_t>{x.data()}, In<std::int32_t>{w.data()},
              Out<std::int32_t>{y.data()});
  for (int i = 0; i < 19; ++i) EXPECT_EQ(y[i], x[i] / 3 + x[i] % 3);
}

}  // namespace
}  // namespace tlaloc::detail
