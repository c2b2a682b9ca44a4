// See random.h. A stream of n words is the blocks of counters (i, i + half): first words first.
#include "kernel/random.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <tlaloc/map.h>

#include "kernel/clones.h"
#include "kernel/parallel.h"
#include "kernel/scratch.h"

namespace tlaloc::kernel {
namespace {

struct Schedule {
  std::uint32_t k[3];
};
Schedule schedule_of(Key key) { return {{key[0], key[1], key[0] ^ key[1] ^ 0x1bd11bdau}}; }

inline __attribute__((always_inline)) void rounds(const Schedule& s, std::uint32_t& x,
                                                  std::uint32_t& y) {
  constexpr int turn[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  x += s.k[0], y += s.k[1];
  for (int i = 0; i < 5; ++i) {
    for (int r : turn[i % 2]) {
      x += y;
      y = (y << r | y >> (32 - r)) ^ x;
    }
    x += s.k[(i + 1) % 3];
    y += s.k[(i + 2) % 3] + std::uint32_t(i + 1);
  }
}

/// Blocks [from, to) of a stream of n words.
TLALOC_CLONES void blocks(Schedule s, std::size_t n, std::size_t from, std::size_t to,
                          std::uint32_t* y) {
  const std::size_t half = (n + 1) / 2, pairs = n / 2;
  std::size_t i = from;
  for (; i < std::min(to, pairs); ++i) {
    std::uint32_t a = std::uint32_t(i), b = std::uint32_t(i + half);
    rounds(s, a, b);
    y[i] = a;
    y[i + half] = b;
  }
  if (i < to) {  // odd: the last counter has no partner but 0
    std::uint32_t a = std::uint32_t(i), b = 0;
    rounds(s, a, b);
    y[i] = a;
  }
}

/// y = f(x) over n elements; x and y of one size.
template <class X, class Y, class F>
void each(std::size_t n, const X* x, Y* y, const F& f) {
  detail::map_buffers(f, {1, n}, detail::In<X>{x}, detail::Out<Y>{y});
}

constexpr float kNextToMinusOne = -0x1.fffffep-1f;

/// erf^-1 for |x| < 1 by one of two polynomials in w = -log(1 - x x) (M. Giles, 2010).
constexpr auto kNormalFloat = [](const auto& u, auto& y) TLALOC_LANE_BODY {
  using X = decltype(u + u);
  constexpr float near[] = {1.50140941f,     0.246640727f,    -0.00417768164f,
                            -0.00125372503f, 0.000218580870f, -4.39150654e-06f,
                            -3.5233877e-06f, 3.43273939e-07f, 2.81022636e-08f};
  constexpr float far[] = {2.83297682f,    1.00167406f,     0.00943887047f,
                           -0.0076224613f, 0.00573950773f,  -0.00367342844f,
                           0.00134934322f, 0.000100950558f, -0.000200214257f};
  X w = -log1p(-u * u);
  X p = detail::lanes::algo::horner(X(w - 2.5f), near);
  X q = detail::lanes::algo::horner(X(sqrt(w) - 3.0f), far);
  y = where(w < 5.0f, p, q) * u * 1.41421356f;
};

}  // namespace

std::array<std::uint32_t, 2> threefry2x32(Key key, std::array<std::uint32_t, 2> c) noexcept {
  rounds(schedule_of(key), c[0], c[1]);
  return c;
}

Key key_of(std::uint64_t seed) noexcept { return {std::uint32_t(seed >> 32), std::uint32_t(seed)}; }

void split(Key key, std::size_t n, Key* y) noexcept {
  random_bits(key, 2 * n, reinterpret_cast<std::uint32_t*>(y));
}

Key fold_in(Key key, std::uint32_t data) noexcept { return threefry2x32(key, {0, data}); }

void random_bits(Key key, std::size_t n, std::uint32_t* y) noexcept {
  const Schedule s = schedule_of(key);
  const std::size_t half = (n + 1) / 2;
  constexpr std::size_t kTogether = 16384;
  parallel_for((half + kTogether - 1) / kTogether, [&](std::size_t b) {
    blocks(s, n, b * kTogether, std::min(half, (b + 1) * kTogether), y);
  });
}

void random_bits(Key key, std::size_t n, std::uint64_t* y) noexcept {
  Scratch<std::uint32_t> words(2 * n);
  random_bits(key, 2 * n, words.data);
  for (std::size_t i = 0; i < n; ++i) y[i] = std::uint64_t(words.data[i]) << 32 | words.data[i + n];
}

void random_uniform(Key key, std::size_t n, float* y) noexcept {
  auto* bits = reinterpret_cast<std::uint32_t*>(y);
  random_bits(key, n, bits);
  each(n, bits, y, [](const auto& b, auto& y) TLALOC_LANE_BODY {
    y = detail::lanes::from_bits<float>((b >> 9u) | 0x3f800000u) - 1.0f;
  });
}
void random_uniform(Key key, std::size_t n, double* y) noexcept {
  auto* bits = reinterpret_cast<std::uint64_t*>(y);
  random_bits(key, n, bits);
  each(n, bits, y, [](const auto& b, auto& y) TLALOC_LANE_BODY {
    y = detail::lanes::from_bits<double>((b >> std::uint64_t(12)) | std::uint64_t(0x3ff) << 52) -
        1.0;
  });
}

void random_normal(Key key, std::size_t n, float* y) noexcept {
  random_uniform(key, n, y);
  each(n, y, y, [](const auto& u, auto& y) TLALOC_LANE_BODY {
    kNormalFloat(max(u * 2.0f + kNextToMinusOne, kNextToMinusOne), y);
  });
}

}  // namespace tlaloc::kernel
