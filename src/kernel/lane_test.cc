// Lane functions against libm in a wider format, and against their own scalar forms, bit by bit.
#include <gtest/gtest.h>
#include <tlaloc/map.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace tlaloc::detail::lanes {
namespace {

template <class T>
using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;

/// Distance in units of the last place of the exact value, subnormals with their own.
template <class T>
double ulps(T got, Wide<T> exact) {
  using L = std::numeric_limits<T>;
  if (std::isnan(exact)) return std::isnan(got) ? 0 : 1e30;
  const T rounded = T(exact);
  if (std::isinf(rounded) || std::isinf(got)) {
    if (got == rounded) return 0;
    const Wide<T> top = Wide<T>(L::max());
    return std::isinf(got) && got * exact > 0 && std::fabs(exact) > top * (1 - L::epsilon()) ? 1
                                                                                             : 1e30;
  }
  if (exact == 0) return got == 0 && std::signbit(got) == std::signbit(rounded) ? 0 : 1e30;
  int e;
  std::frexp(exact, &e);
  e = std::max(e, L::min_exponent);
  return double(std::fabs(Wide<T>(got) - exact) / std::ldexp(Wide<T>(1), e - L::digits));
}

/// Every kind of value: all binades, dense near zero and one, edges.
template <class T>
std::vector<T> sweep(double lo, double hi, std::size_t n = 200000) {
  using U = UnsignedOf<T>;
  using L = std::numeric_limits<T>;
  std::vector<T> v = {T(0),
                      T(-0.0),
                      T(1),
                      T(-1),
                      L::infinity(),
                      -L::infinity(),
                      L::quiet_NaN(),
                      L::denorm_min(),
                      -L::denorm_min(),
                      L::min(),
                      -L::min(),
                      L::max(),
                      L::lowest(),
                      T(0.5),
                      T(1) - L::epsilon() / 2,
                      T(1) + L::epsilon()};
  std::mt19937_64 rng(7);
  while (v.size() < n) {
    v.push_back(from_bits<T>(U(rng())));  // any bits
    v.push_back(T(lo + (hi - lo) * double(rng() >> 11) * 0x1p-53));
    v.push_back(T((double(rng() >> 11) * 0x1p-53 - 0.5) * 4));
  }
  return v;
}

template <class T, class F>
std::vector<T> mapped(const F& f, const std::vector<T>& x) {
  std::vector<T> y(x.size());
  detail::map_buffers([&](const auto& x, auto& y) TLALOC_LANE_BODY { y = f(x); }, {1, x.size()},
                      detail::In<T>{x.data()}, detail::Out<T>{y.data()});
  return y;
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (std::isnan(a) && std::isnan(b));
}

/// The worst error of f, and the check that the scalar form has the lane's bits.
template <class T, class F, class R>
double worst(const F& f, const R& exact, double lo, double hi) {
  const auto x = sweep<T>(lo, hi);
  const auto y = mapped<T>(f, x);
  double most = 0;
  std::size_t at = 0, unequal = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double e = ulps<T>(y[i], exact(Wide<T>(x[i])));
    if (e > most) most = e, at = i;
    unequal += !same_bits(y[i], T(f(x[i])));
  }
  EXPECT_EQ(unequal, 0u) << "lane and scalar differ";
  ::testing::Test::RecordProperty("worst", std::to_string(most));
  if (std::getenv("TLALOC_SHOW_ULPS"))
    std::printf("  %s %.3f ulp at %.9g\n", sizeof(T) == 4 ? "f32" : "f64", most, double(x[at]));
  return most;
}

#define TLALOC_ACCURACY(name, exact_expression, lo32, hi32, lo64, hi64, most32, most64) \
  TEST(LaneMath, name) {                                                                \
    auto f = [](const auto& x) TLALOC_LANE_BODY { return name(x); };                    \
    auto exact = [](auto v) { return exact_expression; };                               \
    EXPECT_LE((worst<float>(f, exact, lo32, hi32)), most32);                            \
    EXPECT_LE((worst<double>(f, exact, lo64, hi64)), most64);                           \
  }

TLALOC_ACCURACY(exp, std::exp(v), -110, 90, -760, 711, 1.5, 1.5)
TLALOC_ACCURACY(expm1, std::expm1(v), -30, 90, -50, 711, 1.5, 2)
TLALOC_ACCURACY(log, std::log(v), 0, 10, 0, 10, 1.5, 1.5)
TLALOC_ACCURACY(log1p, std::log1p(v), -1, 10, -1, 10, 1.5, 1.5)
TLALOC_ACCURACY(tanh, std::tanh(v), -10, 10, -20, 20, 2.5, 2.5)
TLALOC_ACCURACY(sigmoid, 1 / (1 + std::exp(-v)), -110, 20, -760, 40, 2.5, 2.5)
TLALOC_ACCURACY(sin, std::sin(v), -70000, 70000, -2e9, 2e9, 1.5, 1.5)
TLALOC_ACCURACY(cos, std::cos(v), -70000, 70000, -2e9, 2e9, 1.5, 1.5)
TLALOC_ACCURACY(sqrt, std::sqrt(v), 0, 100, 0, 100, 0.5, 0.5005)
TLALOC_ACCURACY(floor, std::floor(v), -9e6, 9e6, -9e15, 9e15, 0, 0)
TLALOC_ACCURACY(ceil, std::ceil(v), -9e6, 9e6, -9e15, 9e15, 0, 0)
TLALOC_ACCURACY(trunc, std::trunc(v), -9e6, 9e6, -9e15, 9e15, 0, 0)
TLALOC_ACCURACY(round_even, std::nearbyint(v), -9e6, 9e6, -9e15, 9e15, 0, 0)
TLALOC_ACCURACY(abs, std::fabs(v), -10, 10, -10, 10, 0, 0)
TLALOC_ACCURACY(relu, v <= 0 ? 0 : v, -10, 10, -10, 10, 0, 0)
TLALOC_ACCURACY(sign, v > 0 ? 1 : v < 0 ? -1 : v, -10, 10, -10, 10, 0, 0)

template <class T>
void pow_is_accurate(double most) {
  using L = std::numeric_limits<T>;
  std::mt19937_64 rng(5);
  std::vector<T> x, y;
  const T edges[] = {0,
                     T(-0.0),
                     1,
                     -1,
                     2,
                     -2,
                     3,
                     -3,
                     T(0.5),
                     T(-0.5),
                     T(2.5),
                     L::infinity(),
                     -L::infinity(),
                     L::quiet_NaN(),
                     L::denorm_min(),
                     L::max(),
                     L::lowest(),
                     T(1e10)};
  for (T a : edges)
    for (T b : edges) x.push_back(a), y.push_back(b);
  auto unit = [&] { return double(rng() >> 11) * 0x1p-53; };
  while (x.size() < 200000) {
    x.push_back(T(std::exp2((unit() - 0.5) * 60))), y.push_back(T((unit() - 0.5) * 40));
    x.push_back(T(unit() * 2)), y.push_back(T((unit() - 0.5) * 2000));
    x.push_back(T(-unit() * 5)), y.push_back(T(int(unit() * 20) - 10));
    x.push_back(from_bits<T>(UnsignedOf<T>(rng()))), y.push_back(T(unit() * 4 - 2));
  }
  std::vector<T> z(x.size());
  detail::map_buffers([](const auto& x, const auto& y, auto& z) TLALOC_LANE_BODY { z = pow(x, y); },
                      {1, x.size()}, detail::In<T>{x.data()}, detail::In<T>{y.data()},
                      detail::Out<T>{z.data()});
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double e = ulps<T>(z[i], std::pow(Wide<T>(x[i]), Wide<T>(y[i])));
    if (e > most) ADD_FAILURE() << "pow(" << x[i] << ", " << y[i] << ") = " << z[i];
    worst = std::max(worst, e);
    ASSERT_TRUE(same_bits(z[i], pow(x[i], y[i]))) << x[i] << " " << y[i];
  }
  if (std::getenv("TLALOC_SHOW_ULPS")) std::printf("  pow %.3f\n", worst);
}
TEST(LaneMath, pow) {
  pow_is_accurate<float>(1);
  pow_is_accurate<double>(1.5);
}

TEST(LaneMath, MaxAndMinSpreadNaNAndOrderZeros) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float a[] = {1, nan, 2, 0.0f, -0.0f, nan, -3, 5},
              b[] = {nan, 1, 3, -0.0f, 0.0f, nan, -4, 5};
  float most[8], least[8];
  detail::map_buffers(
      [](const auto& a, const auto& b, auto& y, auto& z) TLALOC_LANE_BODY {
        y = max(a, b);
        z = min(a, b);
      },
      {1, 8}, detail::In<float>{a}, detail::In<float>{b}, detail::Out<float>{most},
      detail::Out<float>{least});
  for (int i : {0, 1, 5}) {
    EXPECT_TRUE(std::isnan(most[i])) << i;
    EXPECT_TRUE(std::isnan(least[i])) << i;
  }
  EXPECT_EQ(most[2], 3);
  EXPECT_EQ(least[2], 2);
  EXPECT_EQ(most[6], -3);
  for (int i : {3, 4}) {
    EXPECT_FALSE(std::signbit(most[i]));
    EXPECT_TRUE(std::signbit(least[i]));
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(same_bits(most[i], max(a[i], b[i])));
    EXPECT_TRUE(same_bits(least[i], min(a[i], b[i])));
  }
}

}  // namespace
}  // namespace tlaloc::detail::lanes
