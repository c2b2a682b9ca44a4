// Random bits by threefry2x32 (Salmon, Moraes, Dror and Shaw, 2011) and the ways from bits to
// numbers. Counters, the split of keys, and both ways are JAX's classic ones; random_test.cc has
// its numbers.
#include <tlaloc/random.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernel/parallel.h"

namespace tlaloc::detail {

namespace {

constexpr std::int64_t kPiece = 1 << 14;  // numbers that one thread makes at a time

struct Pair {
  std::uint32_t a, b;
};

/// Twenty rounds on a pair of counters.
Pair threefry(const Key& key, Pair x) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const std::uint32_t keys[3] = {key.high, key.low, key.high ^ key.low ^ 0x1bd11bdau};
  x.a += keys[0];
  x.b += keys[1];
  for (std::uint32_t group = 0; group < 5; ++group) {
    for (const int r : kRotations[group % 2]) {
      x.a += x.b;
      x.b = (x.b << r) | (x.b >> (32 - r));
      x.b ^= x.a;
    }
    x.a += keys[(group + 1) % 3];
    x.b += keys[(group + 2) % 3] + group + 1;
  }
  return x;
}

/// The stream of n words: word i and word i + half come from one pair of counters. The pad of an
/// odd stream counts 0.
class Words {
 public:
  Words(const Key& key, std::int64_t n) : key_(key), n_(n), half_((n + 1) / 2) {}
  std::int64_t half() const { return half_; }
  /// Words i and i + half, for i below half.
  Pair pair(std::int64_t i) const {
    const std::int64_t second = i + half_;
    return threefry(key_, {static_cast<std::uint32_t>(i),
                           second < n_ ? static_cast<std::uint32_t>(second) : 0u});
  }

 private:
  Key key_;
  std::int64_t n_, half_;
};

/// Calls piece(from, to) over 0..n, on several threads if there are many.
template <class Piece>
void in_pieces(std::int64_t n, Piece piece) {
  kernel::parallel_for(static_cast<std::size_t>((n + kPiece - 1) / kPiece), [&](std::size_t i) {
    const std::int64_t from = static_cast<std::int64_t>(i) * kPiece;
    piece(from, std::min(n, from + kPiece));
  });
}

/// In [0, 1): 23 random bits of fraction.
float unit(std::uint32_t bits) {
  return __builtin_bit_cast(float, (bits >> 9) | 0x3f800000u) - 1.0f;
}
/// In [0, 1): 52 random bits of fraction.
double unit(std::uint64_t bits) {
  return __builtin_bit_cast(double, (bits >> 12) | 0x3ff0000000000000u) - 1.0;
}

/// Calls put(i, bits) for n words.
template <class Put>
void each_word(const Key& key, std::int64_t n, Put put) {
  const Words words(key, n);
  in_pieces(words.half(), [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) {
      const Pair p = words.pair(i);
      put(i, p.a);
      if (i + words.half() < n) put(i + words.half(), p.b);
    }
  });
}
/// Calls put(i, bits) for n double words: word i of 2n above word i + n, which are one pair.
template <class Put>
void each_double_word(const Key& key, std::int64_t n, Put put) {
  const Words words(key, 2 * n);
  in_pieces(n, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) {
      const Pair p = words.pair(i);
      put(i, std::uint64_t{p.a} << 32 | p.b);
    }
  });
}

template <class T, std::size_t N>
T polynomial(const T (&c)[N], T w) {
  T y = c[0];
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, w, c[i]);
  return y;
}

// The inverse of erf on (-1, 1): Giles, "Approximating the erfinv function", 2010.
float inverse_erf(float x) {
  static constexpr float kMiddle[] = {2.81022636e-08f,  3.43273939e-07f, -3.5233877e-06f,
                                      -4.39150654e-06f, 0.00021858087f,  -0.00125372503f,
                                      -0.00417768164f,  0.246640727f,    1.50140941f};
  static constexpr float kTail[] = {-0.000200214257f, 0.000100950558f, 0.00134934322f,
                                    -0.00367342844f,  0.00573950773f,  -0.0076224613f,
                                    0.00943887047f,   1.00167406f,     2.83297682f};
  const float w = -std::log1p(-x * x);
  return x * (w < 5 ? polynomial(kMiddle, w - 2.5f) : polynomial(kTail, std::sqrt(w) - 3));
}
double inverse_erf(double x) {
  static constexpr double kMiddle[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
      1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
      6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
      2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
      4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
      0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
      0.24015818242558961693,     1.6536545626831027356};
  static constexpr double kOuter[] = {
      2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
      1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
      2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
      6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
      0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
      -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
      3.0838856104922207635};
  static constexpr double kTail[] = {
      -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
      -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
      2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
      -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
      7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
      1.0103004648645343977,      4.8499064014085844221};
  const double w = -std::log1p(-x * x);
  if (w < 6.25) return x * polynomial(kMiddle, w - 3.125);
  return x *
         (w < 16 ? polynomial(kOuter, std::sqrt(w) - 3.25) : polynomial(kTail, std::sqrt(w) - 5));
}

template <class T, class Bits>
T between(Bits bits, T low, T high) {
  return std::max(low, std::fma(unit(bits), high - low, low));  // rounded once, as XLA does
}
/// A uniform number from the open interval (-1, 1), through the inverse of the normal distribution.
template <class T, class Bits>
T bell(Bits bits) {
  const T low = std::nextafter(T(-1), T(0));
  return static_cast<T>(std::sqrt(T(2))) * inverse_erf(between<T>(bits, low, T(1)));
}

}  // namespace

void split_key(const Key& key, Key* keys, std::size_t n) {
  std::vector<std::uint32_t> words(2 * n);
  fill_bits(key, words.data(), static_cast<std::int64_t>(words.size()));
  for (std::size_t i = 0; i < n; ++i) {
    keys[i].high = words[2 * i];
    keys[i].low = words[2 * i + 1];
  }
}

void fill_bits(const Key& key, std::uint32_t* to, std::int64_t n) {
  each_word(key, n, [to](std::int64_t i, std::uint32_t bits) { to[i] = bits; });
}
void fill_uniform(const Key& key, float* to, std::int64_t n, float low, float high) {
  each_word(key, n, [=](std::int64_t i, std::uint32_t bits) { to[i] = between(bits, low, high); });
}
void fill_uniform(const Key& key, double* to, std::int64_t n, double low, double high) {
  each_double_word(key, n,
                   [=](std::int64_t i, std::uint64_t bits) { to[i] = between(bits, low, high); });
}
void fill_normal(const Key& key, float* to, std::int64_t n) {
  each_word(key, n, [=](std::int64_t i, std::uint32_t bits) { to[i] = bell<float>(bits); });
}
void fill_normal(const Key& key, double* to, std::int64_t n) {
  each_double_word(key, n, [=](std::int64_t i, std::uint64_t bits) { to[i] = bell<double>(bits); });
}

}  // namespace tlaloc::detail
