// What the tool lifts where a transformed function calls one of these functions of C, or the
// builtin behind a function of <cmath> or <bit>: the same value, from what every graph can say. A
// power of two is exact, so the scalings give the same bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace tlaloc::detail {

/// x * 2^n, in two steps: one of them alone may be out of range.
template <class T>
T scaled(T x, std::int64_t n) {
  const std::int64_t half = n / 2;
  return x * std::exp2(T(half)) * std::exp2(T(n - half));
}
template <class T>
T lifted_ldexp(T x, int n) {
  return scaled(x, std::int64_t(n));
}
template <class T>
T lifted_scalbn(T x, int n) {
  return scaled(x, std::int64_t(n));
}
template <class T>
T lifted_scalbln(T x, long n) {
  return scaled(x, std::int64_t(n));
}

/// The n with 2^n <= |x| < 2^(n + 1); x is finite and not 0.
template <class T>
std::int64_t exponent_of(T x) {
  const T size = std::fabs(x);
  auto n = static_cast<std::int64_t>(std::floor(std::log2(size)));
  if (scaled(size, -n) >= T(2)) ++n;
  if (scaled(size, -n) < T(1)) --n;
  return n;
}

template <class T>
T lifted_frexp(T x, int* exponent) {
  *exponent = 0;
  if (x == T(0) || !std::isfinite(x)) return x;
  const std::int64_t n = exponent_of(x) + 1;
  *exponent = static_cast<int>(n);
  return scaled(x, -n);
}
template <class T>
T lifted_logb(T x) {
  if (x == T(0)) return -std::numeric_limits<T>::infinity();
  if (!std::isfinite(x)) return x * x;
  return static_cast<T>(exponent_of(x));
}
template <class T>
int lifted_ilogb(T x) {
  if (x == T(0)) return FP_ILOGB0;
  if (std::isnan(x)) return FP_ILOGBNAN;
  if (std::isinf(x)) return std::numeric_limits<int>::max();
  return static_cast<int>(exponent_of(x));
}
template <class T>
T lifted_modf(T x, T* whole) {
  *whole = std::trunc(x);
  return std::isinf(x) ? std::copysign(T(0), x) : std::fmod(x, T(1));
}
/// The quotient's sign and last three bits, as glibc gives them.
template <class T>
T lifted_remquo(T x, T y, int* quotient) {
  const T rest = std::remainder(x, y);
  const T n = std::rint((std::fmod(x, T(8) * y) - rest) / y);
  const int bits = std::isfinite(n) ? static_cast<int>(std::fmod(std::fabs(n), T(8))) : 0;
  *quotient = n < T(0) ? -bits : bits;
  return rest;
}
template <class T>
void lifted_sincos(T x, T* sine, T* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

// ---- classes of numbers and comparisons --------------------------------------------------------

template <class T>
int lifted_signbit(T x) {
  return std::copysign(T(1), x) < T(0);
}
template <class T>
int lifted_isnormal(T x) {
  const T size = std::fabs(x);
  return size >= std::numeric_limits<T>::min() && size <= std::numeric_limits<T>::max();
}
template <class T>
int lifted_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, T x) {
  if (x != x) return nan;
  if (!std::isfinite(x)) return infinite;
  if (x == T(0)) return zero;
  return lifted_isnormal(x) ? normal : subnormal;
}
template <class T>
int lifted_isgreater(T x, T y) {
  return x > y;
}
template <class T>
int lifted_isgreaterequal(T x, T y) {
  return x >= y;
}
template <class T>
int lifted_isless(T x, T y) {
  return x < y;
}
template <class T>
int lifted_islessequal(T x, T y) {
  return x <= y;
}
template <class T>
int lifted_islessgreater(T x, T y) {
  return x < y || x > y;
}
template <class T>
int lifted_isunordered(T x, T y) {
  return x != x || y != y;
}

// ---- bits --------------------------------------------------------------------------------------

/// In pairs, fours and bytes; the product adds the bytes up.
template <class T>
int lifted_popcount(T x) {
  std::uint64_t v = x;
  v -= (v >> 1) & 0x5555555555555555u;
  v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u);
  v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<int>((v * 0x0101010101010101u) >> 56);
}
template <class T>
int lifted_clz(T x) {
  std::uint64_t v = x;
  for (int shift = 1; shift < std::numeric_limits<T>::digits; shift *= 2) v |= v >> shift;
  return std::numeric_limits<T>::digits - lifted_popcount(v);
}
template <class T>
int lifted_ctz(T x) {
  const std::uint64_t v = x;
  return lifted_popcount((v & (~v + 1)) - 1);
}

}  // namespace tlaloc::detail
