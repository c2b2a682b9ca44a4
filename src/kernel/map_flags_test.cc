// No user flag reaches a map: -O0, -O3, -ffast-math and -march=native give one set of bits, at
// every level, and so does a thread whose floating point mode flushes subnormals.
#include <gtest/gtest.h>
#include <tlaloc/map.h>
#include <xmmintrin.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace tlaloc::kernel_flags {

#define TLALOC_DECLARE(name)                                                          \
  void name(const float* x, const float* w, const float* b, float* y, std::size_t n); \
  void name(const double* x, const double* w, double* y, bool* m, std::size_t n);
TLALOC_DECLARE(o0)
TLALOC_DECLARE(o3)
TLALOC_DECLARE(fast)
TLALOC_DECLARE(native)
TLALOC_DECLARE(all)

namespace {

using F32 = void (*)(const float*, const float*, const float*, float*, std::size_t);
using F64 = void (*)(const double*, const double*, double*, bool*, std::size_t);
constexpr F32 kF32[] = {o0, o3, fast, native, all};
constexpr F64 kF64[] = {o0, o3, fast, native, all};
constexpr std::size_t kN = 1003;

template <class T>
std::vector<T> values(int seed) {
  std::vector<T> v(kN);
  for (std::size_t i = 0; i < kN; ++i)
    v[i] = T(std::sin(double(i) * 0.7 + seed) * std::exp2(int(i % 9) - 4));
  using L = std::numeric_limits<T>;
  const T odd[] = {0,
                   T(-0.0),
                   L::infinity(),
                   -L::infinity(),
                   L::quiet_NaN(),
                   L::denorm_min(),
                   L::min() / 3,
                   L::max(),
                   L::lowest(),
                   T(1e6)};
  for (std::size_t i = 0; i < std::size(odd); ++i)
    v[(i * 97 + std::size_t(seed) * 31) % kN] = odd[i];
  return v;
}

/// Equal bits; one NaN is as good as another.
template <class T>
::testing::AssertionResult same(const std::vector<T>& a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0)
      return ::testing::AssertionFailure() << "element " << i << ": " << a[i] << " and " << b[i];
  }
  return ::testing::AssertionSuccess();
}

struct Level {
  explicit Level(int level) { detail::set_map_level(level); }
  ~Level() { detail::set_map_level(0); }
};

TEST(MapFlags, FloatBitsDoNotDependOnFlagsOrLevel) {
  const auto x = values<float>(1), w = values<float>(2), b = values<float>(3);
  std::vector<float> want(kN);
  o3(x.data(), w.data(), b.data(), want.data(), kN);
  for (int level : {2, 3, 4})
    for (std::size_t i = 0; i < std::size(kF32); ++i) {
      Level lowered(level);
      std::vector<float> y(kN);
      kF32[i](x.data(), w.data(), b.data(), y.data(), kN);
      EXPECT_TRUE(same(want, y)) << "level " << level << " flags " << i;
    }
}

TEST(MapFlags, DoubleBitsDoNotDependOnFlagsOrLevel) {
  const auto x = values<double>(1), w = values<double>(2);
  std::vector<double> want(kN);
  std::unique_ptr<bool[]> want_mask(new bool[kN]), mask(new bool[kN]);
  o3(x.data(), w.data(), want.data(), want_mask.get(), kN);
  for (int level : {2, 3, 4})
    for (std::size_t i = 0; i < std::size(kF64); ++i) {
      Level lowered(level);
      std::vector<double> y(kN);
      kF64[i](x.data(), w.data(), y.data(), mask.get(), kN);
      EXPECT_TRUE(same(want, y)) << "level " << level << " flags " << i;
      EXPECT_EQ(std::memcmp(mask.get(), want_mask.get(), kN), 0)
          << "level " << level << " flags " << i;
    }
}

TEST(MapFlags, TheThreadsModeDoesNotMatter) {
  const auto x = values<float>(1), w = values<float>(2), b = values<float>(3);
  std::vector<float> want(kN), y(kN);
  o3(x.data(), w.data(), b.data(), want.data(), kN);
  const unsigned mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040 | 0x4000);  // flush subnormals, round up
  o3(x.data(), w.data(), b.data(), y.data(), kN);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(mode);
  EXPECT_TRUE(same(want, y));
  EXPECT_EQ(after & 0xe040, 0xc040u) << "the thread's own mode is put back";
}

}  // namespace
}  // namespace tlaloc::kernel_flags
