#include "kernel/matmul.h"

#include <gtest/gtest.h>
#include <tlaloc/map.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernel/parallel.h"
#include "kernel/pool.h"

extern "C" char* openblas_get_corename(void);

namespace tlaloc::kernel {
namespace {

template <class T>
std::vector<T> some(std::size_t n, int seed) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double x = std::sin(double(i) * 1.3 + seed) * 4;
    if constexpr (std::is_same_v<T, bfloat16>)
      v[i] = bfloat16(float(x));
    else
      v[i] = T(std::is_integral_v<T> ? std::floor(std::fabs(x) * 30) : x);
  }
  return v;
}
double value(bfloat16 x) { return float(x); }
double value(auto x) { return double(x); }

/// Against loops in long double; `unit` is the dtype's rounding. The sum of |a b| scales it.
template <class T>
void check(MatmulShape s, Epilogue<T> e, double unit) {
  s.a_stride = s.m * s.k, s.b_stride = s.batch > 2 ? 0 : s.k * s.n, s.c_stride = s.m * s.n;
  const auto a = some<T>(s.batch * s.a_stride + 1, 1), b = some<T>(s.batch * s.k * s.n + 1, 2);
  const auto bias = some<T>(s.n + 1, 3), c0 = some<T>(s.batch * s.c_stride + 1, 4);
  if (e.bias) e.bias = bias.data();
  auto c = c0;
  matmul(s, a.data(), b.data(), c.data(), e);
  for (std::size_t t = 0; t < s.batch; ++t)
    for (std::size_t i = 0; i < s.m; ++i)
      for (std::size_t j = 0; j < s.n; ++j) {
        const std::size_t at = t * s.c_stride + i * s.n + j;
        long double sum = e.accumulate ? value(c0[at]) : 0, size = std::fabs(sum);
        if (e.bias) sum += value(bias[j]), size += std::fabs(value(bias[j]));
        for (std::size_t p = 0; p < s.k; ++p) {
          const double x = value(a[t * s.a_stride + (s.a_transposed ? p * s.m + i : i * s.k + p)]);
          const double w = value(b[t * s.b_stride + (s.b_transposed ? j * s.k + p : p * s.n + j)]);
          sum += (long double)x * w, size += std::fabs(x * w);
        }
        if (e.relu && sum < 0) sum = 0;
        if constexpr (std::is_integral_v<T>) sum = value(T(std::int64_t(sum)));
        ASSERT_NEAR(value(c[at]), double(sum), double(size) * unit)
            << s.m << "x" << s.k << "x" << s.n << " batch " << t << " at " << i << "," << j;
      }
  ASSERT_EQ(value(c.back()), value(c0.back()));
}

template <class T>
void check_all(double unit, std::size_t most) {
  for (std::size_t m : {1u, 3u, 65u})
    for (std::size_t n : {1u, 10u, 33u})
      for (std::size_t k : {0u, 1u, 7u, 300u}) {
        if (m * n * k > most) continue;
        for (int form = 0; form < 4; ++form)
          for (std::size_t batch : {1u, 2u, 3u}) {
            MatmulShape s{m, n, k, (form & 1) != 0, (form & 2) != 0, batch};
            check<T>(s, {}, unit);
            T any{};
            check<T>(s, {&any, form == 1, form == 2}, unit);
          }
      }
}

TEST(Matmul, F32) { check_all<float>(1e-6, 1 << 30); }
TEST(Matmul, ThinF32) {
  for (std::size_t wide : {17u, 64u, 100u, 333u})
    for (std::size_t other : {5u, 8u, 11u, 15u, 16u, 23u, 31u, 90u})
      for (int form = 0; form < 4; ++form)
        for (const auto& [m, n, k] :
             {std::array{std::size_t(1), wide, other}, std::array{wide, std::size_t(1), other},
              std::array{wide, other, std::size_t(1)},
              std::array{std::size_t(1), std::size_t(1), wide * other}})
          check<float>({m, n, k, (form & 1) != 0, (form & 2) != 0}, {}, 1e-6);
}
TEST(Matmul, ThinF32BeginsWithZero) {
  std::vector<float> a(40, -0.0f), b(40, 1), c(1600);
  matmul<float>({40, 40, 1}, a.data(), b.data(), c.data());
  for (float y : c) EXPECT_FALSE(std::signbit(y));
}
/// Rows that are summed side by side stay apart: a NaN or an infinity reaches its own row alone.
TEST(Matmul, ThinF32KeepsRowsApart) {
  const float inf = std::numeric_limits<float>::infinity();
  for (std::size_t k : {8u, 9u, 10u, 15u, 16u, 17u, 31u})
    for (std::size_t n : {8u, 11u, 40u})
      for (std::size_t bad = 0; bad < n; ++bad)
        for (std::size_t at : {std::size_t(0), k / 2, k - 1}) {
          std::vector<float> w(n * k, 1), x(k, 1), y(n);
          w[bad * k + at] = bad % 2 == 0 ? inf : -inf * 0;
          matmul<float>({n, 1, k}, w.data(), x.data(), y.data());
          for (std::size_t j = 0; j < n; ++j) {
            if (j != bad)
              ASSERT_EQ(y[j], float(k)) << k << " " << n << " " << bad << " " << at;
            else
              ASSERT_TRUE(bad % 2 == 0 ? y[j] == inf : std::isnan(y[j]));
          }
        }
}
TEST(Matmul, F64) { check_all<double>(2e-15, 1 << 30); }
TEST(Matmul, Bf16) { check_all<bfloat16>(0.005, 20000); }
TEST(Matmul, I32) { check_all<std::int32_t>(0, 20000); }
TEST(Matmul, I64) { check_all<std::int64_t>(0, 20000); }
TEST(Matmul, U8Wraps) { check_all<std::uint8_t>(0, 20000); }

TEST(Matmul, EmptyWritesNothing) {
  float c = 5;
  matmul<float>({0, 3, 3}, &c, &c, &c);
  matmul<float>({3, 0, 3}, &c, &c, &c);
  EXPECT_EQ(c, 5);
}

TEST(Matmul, ReluKeepsNaN) {
  for (std::size_t k : {4u, 500u}) {
    std::vector<float> a(2 * k, -1), b(k * 2, 1), c(4);
    a[0] = std::numeric_limits<float>::quiet_NaN();
    matmul<float>({2, 2, k}, a.data(), b.data(), c.data(), {nullptr, false, true});
    EXPECT_TRUE(std::isnan(c[0]) && std::isnan(c[1]));
    EXPECT_EQ(c[2], 0);
  }
}

template <class T>
void same_bits_on_any_team() {
  const MatmulShape shapes[] = {{512, 128, 784},
                                {784, 128, 512, true},
                                {100, 10, 128, false, true},
                                {8, 1536, 576},
                                {64, 64, 64},
                                {33, 1000, 70},
                                {130, 70, 90, true, true, 3, 130 * 90, 0, 130 * 70}};
  for (const auto& s : shapes) {
    const auto a = some<T>(s.batch * s.m * s.k, 1), b = some<T>(s.k * s.n, 2);
    std::vector<T> one(s.batch * s.m * s.n), two(one.size());
    set_threads(1);
    matmul(s, a.data(), b.data(), one.data());
    set_threads(2);
    matmul(s, a.data(), b.data(), two.data());
    set_threads(0);
    EXPECT_EQ(std::memcmp(one.data(), two.data(), one.size() * sizeof(T)), 0)
        << s.m << "x" << s.k << "x" << s.n;
  }
}
TEST(Matmul, F32HasTheSameBitsOnAnyTeam) { same_bits_on_any_team<float>(); }
TEST(Matmul, F64HasTheSameBitsOnAnyTeam) { same_bits_on_any_team<double>(); }

/// OpenBLAS takes a processor it does not know for a very old one; see matmul_f64.cc.
TEST(Matmul, F64UsesTheMachine) {
  if (detail::machine_level() < 3) GTEST_SKIP() << "this processor has no AVX2";
  const char* core = openblas_get_corename();
  for (const char* old : {"Prescott", "Core2", "Penryn", "Nehalem", "Generic"})
    EXPECT_STRNE(core, old);
}

TEST(Matmul, RunsInsideARegion) {
  const MatmulShape s{64, 64, 64};
  const auto a = some<float>(64 * 64, 1), b = some<float>(64 * 64, 2);
  std::vector<float> alone(64 * 64), in[4];
  matmul(s, a.data(), b.data(), alone.data());
  for (auto& c : in) c.resize(64 * 64);
  parallel_for(4, [&](std::size_t i) { matmul(s, a.data(), b.data(), in[i].data()); });
  for (auto& c : in) EXPECT_EQ(c, alone);
}

TEST(Matmul, TakesNothingFromThePoolOnceWarm) {
  const MatmulShape s{256, 128, 300, true};
  const auto a = some<float>(256 * 300, 1), b = some<float>(300 * 128, 2);
  std::vector<float> c(256 * 128);
  matmul(s, a.data(), b.data(), c.data());
  const auto warm = pool_statistics();
  for (int i = 0; i < 5; ++i) matmul(s, a.data(), b.data(), c.data());
  EXPECT_EQ(pool_statistics().from_system, warm.from_system);
}

}  // namespace
}  // namespace tlaloc::kernel
