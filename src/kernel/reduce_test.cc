#include "kernel/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

template <class T>
std::vector<T> some(std::size_t n, int seed) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double e = std::sin(double(i) * 1.7 + seed) * 100;
    v[i] = std::is_unsigned_v<T> ? T(std::abs(e)) : T(e);
  }
  return v;
}

constexpr ReduceShape kShapes[] = {{1, 1, 1},     {3, 7, 1},    {5, 63, 1},     {5, 64, 1},
                                   {4, 65, 1},    {2, 4097, 1}, {1, 100003, 1}, {300, 500, 1},
                                   {1, 5, 9},     {3, 64, 33},  {2, 65, 700},   {1, 5000, 10},
                                   {4, 200, 513}, {0, 3, 4},    {3, 2, 0},      {2, 0, 3}};

/// y against a plain loop in long double.
template <class T, class F>
void against(const F& kernel, long double start, double unit, auto join) {
  for (const auto& s : kShapes) {
    const auto x = some<T>(s.outer * s.reduce * s.inner, 1);
    std::vector<T> y(s.outer * s.inner + 1, T(77));
    kernel(s, x.data(), y.data());
    for (std::size_t o = 0; o < s.outer; ++o)
      for (std::size_t i = 0; i < s.inner; ++i) {
        long double want = start, size = 1;
        for (std::size_t r = 0; r < s.reduce; ++r) {
          const long double v = x[(o * s.reduce + r) * s.inner + i];
          want = join(want, v), size += std::fabs(v);
        }
        if (std::isinf(want))
          ASSERT_EQ(y[o * s.inner + i], T(want));
        else
          ASSERT_NEAR(double(y[o * s.inner + i]), double(want),
                      double(size + std::fabs(want)) * unit)
              << s.outer << " " << s.reduce << " " << s.inner;
      }
    ASSERT_EQ(y.back(), T(77));
  }
}

auto plus = [](long double a, long double v) { return a + v; };
auto squares = [](long double a, long double v) { return a + v * v; };
auto most = [](long double a, long double v) { return std::max(a, v); };
auto least = [](long double a, long double v) { return std::min(a, v); };
constexpr long double kInf = std::numeric_limits<long double>::infinity();

TEST(Reduce, Sum) {
  against<float>(reduce_sum<float>, 0, 4e-7, plus);
  against<double>(reduce_sum<double>, 0, 1e-15, plus);
  against<std::int32_t>(reduce_sum<std::int32_t>, 0, 0, plus);
  against<std::int64_t>(reduce_sum<std::int64_t>, 0, 0, plus);
}
TEST(Reduce, SumSquares) {
  against<float>(reduce_sum_squares<float>, 0, 1e-6, squares);
  against<double>(reduce_sum_squares<double>, 0, 2e-15, squares);
}
TEST(Reduce, MaxAndMin) {
  against<float>(reduce_max<float>, -kInf, 0, most);
  against<double>(reduce_min<double>, kInf, 0, least);
  against<std::int32_t>(reduce_max<std::int32_t>, std::numeric_limits<std::int32_t>::lowest(), 0,
                        most);
  against<std::uint8_t>(reduce_min<std::uint8_t>, 255, 0,
                        [](long double a, long double v) { return std::min(a, v); });
}
TEST(Reduce, Product) {
  const float x[] = {2, 3, 4, 5, 6, 7};
  float y[3];
  reduce_product<float>({1, 2, 3}, x, y);
  EXPECT_EQ(y[0], 10);
  EXPECT_EQ(y[1], 18);
  EXPECT_EQ(y[2], 28);
  reduce_product<float>({3, 0, 1}, x, y);
  EXPECT_EQ(y[1], 1);
  reduce_product<float>({1, 6, 1}, x, y);
  EXPECT_EQ(y[0], 5040);
}

TEST(Reduce, SumOfManyIsAccurate) {
  const std::size_t n = 1 << 22;
  const std::vector<float> x(n, 0.1f);
  float y;
  reduce_sum<float>({1, n, 1}, x.data(), &y);
  EXPECT_NEAR(y / (double(n) * double(0.1f)), 1, 1e-6);
}

TEST(Reduce, NaNSpreadsFromAnyPlace) {
  for (std::size_t n : {3u, 64u, 100u, 5000u, 70000u})
    for (std::size_t at : {std::size_t(0), n / 2, n - 1}) {
      auto x = some<float>(n, 1);
      x[at] = std::numeric_limits<float>::quiet_NaN();
      float y[3];
      reduce_max<float>({1, n, 1}, x.data(), y);
      reduce_min<float>({1, n, 1}, x.data(), y + 1);
      reduce_sum<float>({1, n, 1}, x.data(), y + 2);
      for (float v : y) EXPECT_TRUE(std::isnan(v)) << n << " " << at;
      std::int64_t where;
      arg_max<float>({1, n, 1}, x.data(), &where);
      EXPECT_EQ(where, std::int64_t(at));
    }
}

TEST(Reduce, SameBitsOnAnyTeam) {
  for (const auto& s : {ReduceShape{1, 1000003, 1}, {700, 900, 1}, {1, 9000, 130}}) {
    const auto x = some<float>(s.outer * s.reduce * s.inner, 1);
    std::vector<float> one(s.outer * s.inner), two(one.size());
    set_threads(1);
    reduce_sum(s, x.data(), one.data());
    set_threads(3);
    reduce_sum(s, x.data(), two.data());
    set_threads(0);
    EXPECT_EQ(one, two);
  }
}

TEST(Reduce, ArgTakesTheFirstOfEquals) {
  const float x[] = {1, 5, 3, 5, -2, -2, 0, 4};
  std::int64_t y[4];
  arg_max<float>({2, 4, 1}, x, y);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 3);
  arg_min<float>({1, 8, 1}, x, y);
  EXPECT_EQ(y[0], 4);
  arg_max<float>({1, 2, 4}, x, y);
  const std::int64_t want[] = {0, 0, 0, 0};
  EXPECT_EQ(y[0], want[0]);
  EXPECT_EQ(y[1], 0);
  EXPECT_EQ(y[2], 0);
  EXPECT_EQ(y[3], 0);
  arg_min<float>({1, 2, 4}, x, y);
  for (auto i : y) EXPECT_EQ(i, 1);
}

template <class T>
void check_softmax(double unit) {
  for (auto [rows, cols] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {7, 10}, {100, 33}, {3, 9000}, {4100, 10}}) {
    const auto x = some<T>(rows * cols, 3);
    std::vector<T> y(rows * cols), z = x;
    softmax(rows, cols, x.data(), y.data());
    log_softmax(rows, cols, z.data(), z.data());
    for (std::size_t r = 0; r < rows; ++r) {
      long double top = -kInf, sum = 0;
      for (std::size_t j = 0; j < cols; ++j) top = std::max(top, (long double)x[r * cols + j]);
      for (std::size_t j = 0; j < cols; ++j) sum += std::exp(x[r * cols + j] - top);
      for (std::size_t j = 0; j < cols; ++j) {
        const long double want = std::exp(x[r * cols + j] - top) / sum;
        ASSERT_NEAR(double(y[r * cols + j]), double(want), double(want) * unit + 1e-44);
        const long double log = x[r * cols + j] - top - std::log(sum);
        ASSERT_NEAR(double(z[r * cols + j]), double(log), double(std::fabs(log) + 1) * unit);
      }
    }
  }
}
TEST(Softmax, F32) { check_softmax<float>(1e-5); }
TEST(Softmax, F64) { check_softmax<double>(2e-14); }

}  // namespace
}  // namespace tlaloc::kernel
