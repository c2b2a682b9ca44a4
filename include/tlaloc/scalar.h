// The functions of <cmath> for scalars, and those of tensors that <cmath> lacks. Constrained
// templates, so that with `using namespace tlaloc` the exp of a float is a float whatever else is
// in sight; an integer counts as a double.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdlib>
#include <type_traits>

namespace tlaloc {

/// A number that C++ computes with: a floating type or an integer, not bool.
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

namespace detail {
template <Number T>
using float_of = std::conditional_t<std::is_floating_point_v<T>, T, double>;

template <class T, class U>
struct Mixed {
  using type = decltype(float_of<T>() + float_of<U>());
};
template <std::floating_point T, std::integral U>
struct Mixed<T, U> {
  using type = T;
};
template <std::integral T, std::floating_point U>
struct Mixed<T, U> {
  using type = U;
};
/// Of a floating type and an integer the floating type; of two of a kind as C++ says.
template <Number T, Number U>
using mixed = typename Mixed<T, U>::type;
}  // namespace detail

// ---- powers and logarithms ----

/// e to the power x.
template <Number T>
detail::float_of<T> exp(T x) {
  return std::exp(static_cast<detail::float_of<T>>(x));
}
/// 2 to the power x.
template <Number T>
detail::float_of<T> exp2(T x) {
  return std::exp2(static_cast<detail::float_of<T>>(x));
}
/// exp(x) - 1, accurate near 0.
template <Number T>
detail::float_of<T> expm1(T x) {
  return std::expm1(static_cast<detail::float_of<T>>(x));
}
/// The natural logarithm; NaN below 0.
template <Number T>
detail::float_of<T> log(T x) {
  return std::log(static_cast<detail::float_of<T>>(x));
}
/// The logarithm to base 2.
template <Number T>
detail::float_of<T> log2(T x) {
  return std::log2(static_cast<detail::float_of<T>>(x));
}
/// The logarithm to base 10.
template <Number T>
detail::float_of<T> log10(T x) {
  return std::log10(static_cast<detail::float_of<T>>(x));
}
/// log(1 + x), accurate near 0.
template <Number T>
detail::float_of<T> log1p(T x) {
  return std::log1p(static_cast<detail::float_of<T>>(x));
}
/// The square root; NaN below 0.
template <Number T>
detail::float_of<T> sqrt(T x) {
  return std::sqrt(static_cast<detail::float_of<T>>(x));
}
/// The cube root.
template <Number T>
detail::float_of<T> cbrt(T x) {
  return std::cbrt(static_cast<detail::float_of<T>>(x));
}
/// x to the power y; slope 0 in y where x is 0.
template <Number T, Number U>
detail::mixed<T, U> pow(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::pow(static_cast<R>(x), static_cast<R>(y));
}
/// sqrt(x * x + y * y) without overflow on the way.
template <Number T, Number U>
detail::mixed<T, U> hypot(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::hypot(static_cast<R>(x), static_cast<R>(y));
}

// ---- angles ----

/// The sine of an angle in radians.
template <Number T>
detail::float_of<T> sin(T x) {
  return std::sin(static_cast<detail::float_of<T>>(x));
}
/// The cosine.
template <Number T>
detail::float_of<T> cos(T x) {
  return std::cos(static_cast<detail::float_of<T>>(x));
}
/// The tangent.
template <Number T>
detail::float_of<T> tan(T x) {
  return std::tan(static_cast<detail::float_of<T>>(x));
}
/// The angle in radians whose sine is x.
template <Number T>
detail::float_of<T> asin(T x) {
  return std::asin(static_cast<detail::float_of<T>>(x));
}
/// The angle whose cosine is x.
template <Number T>
detail::float_of<T> acos(T x) {
  return std::acos(static_cast<detail::float_of<T>>(x));
}
/// The angle whose tangent is x.
template <Number T>
detail::float_of<T> atan(T x) {
  return std::atan(static_cast<detail::float_of<T>>(x));
}
/// The hyperbolic sine.
template <Number T>
detail::float_of<T> sinh(T x) {
  return std::sinh(static_cast<detail::float_of<T>>(x));
}
/// The hyperbolic cosine.
template <Number T>
detail::float_of<T> cosh(T x) {
  return std::cosh(static_cast<detail::float_of<T>>(x));
}
/// The hyperbolic tangent.
template <Number T>
detail::float_of<T> tanh(T x) {
  return std::tanh(static_cast<detail::float_of<T>>(x));
}
/// The inverse of sinh.
template <Number T>
detail::float_of<T> asinh(T x) {
  return std::asinh(static_cast<detail::float_of<T>>(x));
}
/// The inverse of cosh.
template <Number T>
detail::float_of<T> acosh(T x) {
  return std::acosh(static_cast<detail::float_of<T>>(x));
}
/// The inverse of tanh.
template <Number T>
detail::float_of<T> atanh(T x) {
  return std::atanh(static_cast<detail::float_of<T>>(x));
}
/// The angle of the point (y, x): the first argument is the height; slopes 0 at the origin.
template <Number T, Number U>
detail::mixed<T, U> atan2(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::atan2(static_cast<R>(x), static_cast<R>(y));
}

// ---- special functions ----

/// The error function.
template <Number T>
detail::float_of<T> erf(T x) {
  return std::erf(static_cast<detail::float_of<T>>(x));
}
/// 1 - erf(x), accurate where erf is nearly 1.
template <Number T>
detail::float_of<T> erfc(T x) {
  return std::erfc(static_cast<detail::float_of<T>>(x));
}
/// The gamma function.
template <Number T>
detail::float_of<T> tgamma(T x) {
  return std::tgamma(static_cast<detail::float_of<T>>(x));
}
/// The logarithm of the absolute value of the gamma function.
template <Number T>
detail::float_of<T> lgamma(T x) {
  return std::lgamma(static_cast<detail::float_of<T>>(x));
}

// ---- rounding, remainders, pieces of a number ----

/// The largest integer not above x.
template <Number T>
detail::float_of<T> floor(T x) {
  return std::floor(static_cast<detail::float_of<T>>(x));
}
/// The smallest integer not below x.
template <Number T>
detail::float_of<T> ceil(T x) {
  return std::ceil(static_cast<detail::float_of<T>>(x));
}
/// x without its fraction.
template <Number T>
detail::float_of<T> trunc(T x) {
  return std::trunc(static_cast<detail::float_of<T>>(x));
}
/// The nearest integer, halves away from 0.
template <Number T>
detail::float_of<T> round(T x) {
  return std::round(static_cast<detail::float_of<T>>(x));
}
/// The nearest integer in the current rounding mode.
template <Number T>
detail::float_of<T> nearbyint(T x) {
  return std::nearbyint(static_cast<detail::float_of<T>>(x));
}
/// As nearbyint.
template <Number T>
detail::float_of<T> rint(T x) {
  return std::rint(static_cast<detail::float_of<T>>(x));
}
/// The exponent of x.
template <Number T>
detail::float_of<T> logb(T x) {
  return std::logb(static_cast<detail::float_of<T>>(x));
}
/// |x|; slope 0 at 0.
template <Number T>
detail::float_of<T> fabs(T x) {
  return std::fabs(static_cast<detail::float_of<T>>(x));
}
/// The remainder of x / y, with the sign of x.
template <Number T, Number U>
detail::mixed<T, U> fmod(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::fmod(static_cast<R>(x), static_cast<R>(y));
}
/// The remainder of x / y rounded to nearest.
template <Number T, Number U>
detail::mixed<T, U> remainder(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::remainder(static_cast<R>(x), static_cast<R>(y));
}
/// x with the sign of y.
template <Number T, Number U>
detail::mixed<T, U> copysign(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::copysign(static_cast<R>(x), static_cast<R>(y));
}
/// The next number after x towards y.
template <Number T, Number U>
detail::mixed<T, U> nextafter(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::nextafter(static_cast<R>(x), static_cast<R>(y));
}
/// x - y where positive, else 0.
template <Number T, Number U>
detail::mixed<T, U> fdim(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::fdim(static_cast<R>(x), static_cast<R>(y));
}
/// The larger one; a NaN beside a number is ignored.
template <Number T, Number U>
detail::mixed<T, U> fmax(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::fmax(static_cast<R>(x), static_cast<R>(y));
}
/// The smaller one; a NaN beside a number is ignored.
template <Number T, Number U>
detail::mixed<T, U> fmin(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::fmin(static_cast<R>(x), static_cast<R>(y));
}
/// round(x) as a long.
template <Number T>
long lround(T x) {
  return std::lround(static_cast<detail::float_of<T>>(x));
}
/// round(x) as a long long.
template <Number T>
long long llround(T x) {
  return std::llround(static_cast<detail::float_of<T>>(x));
}
/// rint(x) as a long.
template <Number T>
long lrint(T x) {
  return std::lrint(static_cast<detail::float_of<T>>(x));
}
/// rint(x) as a long long.
template <Number T>
long long llrint(T x) {
  return std::llrint(static_cast<detail::float_of<T>>(x));
}
/// The exponent of x as an int.
template <Number T>
int ilogb(T x) {
  return std::ilogb(static_cast<detail::float_of<T>>(x));
}
/// Neither infinite nor NaN.
template <Number T>
bool isfinite(T x) {
  return std::isfinite(static_cast<detail::float_of<T>>(x));
}
/// Infinite.
template <Number T>
bool isinf(T x) {
  return std::isinf(static_cast<detail::float_of<T>>(x));
}
/// Not a number.
template <Number T>
bool isnan(T x) {
  return std::isnan(static_cast<detail::float_of<T>>(x));
}
/// Neither 0, subnormal, infinite nor NaN.
template <Number T>
bool isnormal(T x) {
  return std::isnormal(static_cast<detail::float_of<T>>(x));
}
/// The sign is minus.
template <Number T>
bool signbit(T x) {
  return std::signbit(static_cast<detail::float_of<T>>(x));
}
/// FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL or FP_NORMAL.
template <Number T>
int fpclassify(T x) {
  return std::fpclassify(static_cast<detail::float_of<T>>(x));
}
/// As std::isgreater: quiet for NaN.
template <Number T, Number U>
bool isgreater(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::isgreater(static_cast<R>(x), static_cast<R>(y));
}
/// As std::isgreaterequal: quiet for NaN.
template <Number T, Number U>
bool isgreaterequal(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::isgreaterequal(static_cast<R>(x), static_cast<R>(y));
}
/// As std::isless: quiet for NaN.
template <Number T, Number U>
bool isless(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::isless(static_cast<R>(x), static_cast<R>(y));
}
/// As std::islessequal: quiet for NaN.
template <Number T, Number U>
bool islessequal(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::islessequal(static_cast<R>(x), static_cast<R>(y));
}
/// As std::islessgreater: quiet for NaN.
template <Number T, Number U>
bool islessgreater(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::islessgreater(static_cast<R>(x), static_cast<R>(y));
}
/// As std::isunordered: quiet for NaN.
template <Number T, Number U>
bool isunordered(T x, U y) {
  using R = detail::mixed<T, U>;
  return std::isunordered(static_cast<R>(x), static_cast<R>(y));
}
/// x times 2 to the power n.
template <Number T>
detail::float_of<T> ldexp(T x, int n) {
  return std::ldexp(static_cast<detail::float_of<T>>(x), n);
}
/// As ldexp.
template <Number T>
detail::float_of<T> scalbn(T x, int n) {
  return std::scalbn(static_cast<detail::float_of<T>>(x), n);
}
/// As ldexp.
template <Number T>
detail::float_of<T> scalbln(T x, long n) {
  return std::scalbln(static_cast<detail::float_of<T>>(x), n);
}
/// A fraction in [0.5, 1) and a power of 2.
template <Number T>
detail::float_of<T> frexp(T x, int* power) {
  return std::frexp(static_cast<detail::float_of<T>>(x), power);
}
/// The fraction of x; its whole part goes to `whole`.
template <std::floating_point T>
T modf(T x, T* whole) {
  return std::modf(x, whole);
}
/// As remainder, with the last bits of the quotient.
template <std::floating_point T>
T remquo(T x, T y, int* quotient) {
  return std::remquo(x, y, quotient);
}
/// The next number after x towards y.
template <std::floating_point T>
T nexttoward(T x, long double y) {
  return std::nexttoward(x, y);
}
/// x * y + z, rounded once.
template <Number T, Number U, Number V>
detail::mixed<detail::mixed<T, U>, V> fma(T x, U y, V z) {
  using R = detail::mixed<detail::mixed<T, U>, V>;
  return std::fma(static_cast<R>(x), static_cast<R>(y), static_cast<R>(z));
}

// ---- what tensors have, and <cmath> has not, or has otherwise ----

/// |x|, in x's own type; slope 0 at 0.
template <Number T>
T abs(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else if constexpr (std::is_unsigned_v<T>)
    return x;
  else
    return static_cast<T>(x < 0 ? -x : x);
}
/// The larger one; NaN if either is. Equal ones share the slope.
template <Number T>
T max(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x > y) return x;  // what a running maximum meets nearly always comes first
    if (x < y) return y;
    return x == y ? (std::signbit(x) ? y : x) : x + y;
  }
  return x < y ? y : x;
}
/// The smaller one; NaN if either is. Equal ones share the slope.
template <Number T>
T min(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x < y) return x;
    if (x > y) return y;
    return x == y ? (std::signbit(x) ? x : y) : x + y;
  }
  return y < x ? y : x;
}
/// x, but low where it is below and high where it is above; slope 1 inside and on the bounds.
template <Number T>
T clamp(T x, std::type_identity_t<T> low, std::type_identity_t<T> high) {
  return x < low ? low : high < x ? high : x;
}
/// -1, 0 or 1; NaN stays NaN.
template <Number T>
T sign(T x) {
  return x > 0 ? T(1) : x < 0 ? T(-1) : x;
}
/// x where x > 0, else 0; NaN stays NaN, slope 0 at 0.
template <Number T>
T relu(T x) {
  return x > 0 || x != x ? x : T(0);
}
/// 1 / (1 + exp(-x)); never overflows.
template <std::floating_point T>
T sigmoid(T x) {
  const T e = std::exp(-std::fabs(x));
  return (x < 0 ? e : T(1)) / (T(1) + e);
}
/// x * y, but 0 wherever x is exactly 0, whatever y is: for derivatives.
template <std::floating_point T>
T mul_masked(T x, T y) {
  return x == 0 ? T(0) : x * y;
}
/// x where the condition holds, else y.
template <class T>
  requires std::is_arithmetic_v<T>
T where(bool condition, T x, T y) {
  return condition ? x : y;
}
/// x itself, through which no derivative flows.
template <class T>
  requires std::is_arithmetic_v<T>
T stop_gradient(T x) {
  return x;
}

}  // namespace tlaloc
