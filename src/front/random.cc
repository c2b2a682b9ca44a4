// Keys, and numbers from random bits. Bits, the split of keys and the ways to numbers are JAX's
// classic ones; random_test.cc has its numbers.
#include <tlaloc/random.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel/parallel.h"
#include "kernel/random.h"

namespace tlaloc::detail {

namespace {

constexpr std::int64_t kPiece = 1 << 14;  // numbers that one thread works on at a time

kernel::Key words_of(const Key& key) { return {key.high, key.low}; }

/// x = f(x) for n numbers, on several threads if there are many.
template <class T, class F>
void each(T* x, std::int64_t n, F f) {
  kernel::parallel_for(static_cast<std::size_t>((n + kPiece - 1) / kPiece), [&](std::size_t piece) {
    const std::int64_t from = static_cast<std::int64_t>(piece) * kPiece;
    for (std::int64_t i = from; i < std::min(n, from + kPiece); ++i) x[i] = f(x[i]);
  });
}

template <class T, std::size_t N>
T polynomial(const T (&c)[N], T w) {
  T y = c[0];
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, w, c[i]);
  return y;
}

// The inverse of erf on (-1, 1): Giles, "Approximating the erfinv function", 2010.
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

/// From [0, 1) to [low, high), rounded once, as XLA does.
template <class T>
T between(T unit, T low, T high) {
  return std::max(low, std::fma(unit, high - low, low));
}
template <class T>
void uniform_between(const Key& key, T* to, std::int64_t n, T low, T high) {
  kernel::random_uniform(words_of(key), static_cast<std::size_t>(n), to);
  if (low != 0 || high != 1) each(to, n, [=](T u) { return between(u, low, high); });
}

}  // namespace

void split_key(const Key& key, Key* keys, std::size_t n) {
  std::vector<kernel::Key> words(n);
  kernel::split(words_of(key), n, words.data());
  for (std::size_t i = 0; i < n; ++i) {
    keys[i].high = words[i][0];
    keys[i].low = words[i][1];
  }
}

void fill_bits(const Key& key, std::uint32_t* to, std::int64_t n) {
  kernel::random_bits(words_of(key), static_cast<std::size_t>(n), to);
}
void fill_uniform(const Key& key, float* to, std::int64_t n, float low, float high) {
  uniform_between(key, to, n, low, high);
}
void fill_uniform(const Key& key, double* to, std::int64_t n, double low, double high) {
  uniform_between(key, to, n, low, high);
}
void fill_normal(const Key& key, float* to, std::int64_t n) {
  kernel::random_normal(words_of(key), static_cast<std::size_t>(n), to);
}
void fill_normal(const Key& key, double* to, std::int64_t n) {
  // A uniform number from the open interval (-1, 1), through the inverse of the normal
  // distribution.
  uniform_between(key, to, n, std::nextafter(-1.0, 0.0), 1.0);
  each(to, n, [](double u) { return std::sqrt(2.0) * inverse_erf(u); });
}

}  // namespace tlaloc::detail
