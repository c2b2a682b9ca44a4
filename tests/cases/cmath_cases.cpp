// All of <cmath> and <bit> that can be differentiated, a line a function: slopes in both modes
// against central differences, and values, to the bit, at edges. What is not here is refused by
// name: the gamma functions, std::nextafter and its kin, Bessel functions.
#include <tlaloc/tlaloc.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>

#include "numeric.h"

namespace {

#define ONE(function, x)                                          \
  do {                                                            \
    const auto f = [](double v) { return std::function(v) * v; }; \
    NUMBERS(#function, f, x);                                     \
  } while (false)
#define TWO(function, x, y)                                                    \
  do {                                                                         \
    const auto f = [](double u, double v) { return std::function(u, v) * u; }; \
    NUMBERS(#function, f, x, y);                                               \
  } while (false)

void functions() {
  ONE(acos, 0.37);
  ONE(acosh, 1.37);
  ONE(asin, 0.37);
  ONE(asinh, 0.37);
  ONE(atan, 0.37);
  ONE(atanh, 0.37);
  ONE(cbrt, 0.37);
  ONE(ceil, 0.37);
  ONE(cos, 0.37);
  ONE(cosh, 0.37);
  ONE(erf, 0.37);
  ONE(erfc, 0.37);
  ONE(exp, 0.37);
  ONE(exp2, 0.37);
  ONE(expm1, 0.37);
  ONE(fabs, -0.37);
  ONE(abs, -0.37);
  ONE(floor, 0.37);
  ONE(log, 0.37);
  ONE(log10, 0.37);
  ONE(log1p, 0.37);
  ONE(log2, 0.37);
  ONE(logb, 0.37);
  ONE(ilogb, 5.37);
  ONE(nearbyint, 1.37);
  ONE(rint, 1.37);
  ONE(round, 1.37);
  ONE(lround, 5.37);
  ONE(llround, 5.37);
  ONE(lrint, 5.37);
  ONE(llrint, 5.37);
  ONE(sin, 0.37);
  ONE(sinh, 0.37);
  ONE(sqrt, 0.37);
  ONE(tan, 0.37);
  ONE(tanh, 0.37);
  ONE(trunc, 1.37);
  TWO(atan2, 1.37, 0.42);
  TWO(copysign, 1.37, -0.42);
  TWO(fdim, 1.37, 0.42);
  TWO(fmax, 1.37, 0.42);
  TWO(fmin, 1.37, 0.42);
  TWO(fmod, 1.37, 0.42);
  TWO(hypot, 1.37, 0.42);
  TWO(pow, 1.37, 0.42);
  TWO(remainder, 1.37, 0.42);
  TWO(midpoint, 1.37, 0.42);
  NUMBERS("fma", ([](double x, double y) { return std::fma(x, y, x) * x; }), 1.37, 0.42);
  NUMBERS("hypot of three", ([](double x, double y) { return std::hypot(x, y, x * y); }), 1.37,
          0.42);
  NUMBERS("lerp", ([](double x, double y) { return std::lerp(x, 2.0, y) * std::lerp(x, y, 0.3); }),
          1.37, 0.42);
  NUMBERS("pow of others", ([](double x) { return std::pow(x, 3) + std::pow(2, x); }), 1.37);
  NUMBERS("of integers", ([](double x) { return std::sqrt(2) * x + std::abs(-3) * x; }), 1.37);
  NUMBERS("C's names", ([](double x) { return ::sqrt(x) * ::fabs(x) + ::pow(x, 2); }), 1.37);
  NUMBERS("polynomials",
          ([](double x) { return std::legendre(3, x) + std::hermite(3, x) * std::laguerre(2, x); }),
          0.37);
}

void parts() {
  NUMBERS("ldexp, scalbn, scalbln", ([](double x) {
            const int n = int(x * 3);
            return std::ldexp(x, n) * std::scalbn(x, -n) + std::scalbln(x * x, long(n));
          }),
          1.37);
  NUMBERS("frexp", ([](double x) {
            int e = 0;
            const double m = std::frexp(x, &e);
            return m * e * x;
          }),
          5.37);
  NUMBERS("modf", ([](double x) {
            double whole = 0;
            const double rest = std::modf(x, &whole);
            return rest * whole * x;
          }),
          2.37);
  NUMBERS("remquo", ([](double x, double y) {
            int q = 0;
            const double rest = std::remquo(x, y, &q);
            return rest * q * x;
          }),
          1.37, 0.42);
  NUMBERS("float's", ([](double x) {
            int e = 0;
            float whole = 0;
            const float m = std::frexp(float(2), &e), r = std::modf(2.5f, &whole);
            return x * x * double(m) * e * double(r) * double(whole);
          }),
          1.37);
}

void questions() {
  NUMBERS("classes", ([](double x) {
            const bool plain = std::isnormal(x) && std::isfinite(x) && !std::isinf(x);
            const bool is = plain && !std::isnan(x) && std::fpclassify(x) == FP_NORMAL;
            return is && std::signbit(x) ? x * x : x;
          }),
          -1.37);
  NUMBERS("comparisons", ([](double x, double y) {
            const double a = std::isless(x, y) && std::islessequal(x, y) ? x * y : x;
            const double b = std::isgreater(x, y) || std::isgreaterequal(x, y) ? x : y * y;
            return std::islessgreater(x, y) && !std::isunordered(x, y) ? a * b : a;
          }),
          -1.37, 1.0);
}

void bits() {
  NUMBERS("bits", ([](double x) {
            const auto n = unsigned(x * 10);
            double s = std::popcount(n) * x + std::countl_zero(n) * x * x + std::countr_zero(n);
            s += std::countl_one(~n) * x + std::countr_one(n) * x * x + std::bit_width(n) * x;
            s *= double(std::bit_ceil(n) + std::bit_floor(n));
            return std::has_single_bit(n) ? s : s * double(std::rotl(n, 3) % 100u);
          }),
          1.37);
  NUMBERS("gcd and lcm", ([](double x) {
            const int n = int(x * 10);
            return std::gcd(n, 39) * x + std::lcm(n, 2) * x * x;
          }),
          1.37);
  const auto narrow = [](double x, std::uint8_t n, std::uint64_t m) {
    return x * (std::popcount(n) + 10.0 * std::countl_zero(n) + 100.0 * std::countr_zero(n) +
                1e3 * std::popcount(m) + 1e5 * std::countl_zero(m) + 1e7 * std::countr_zero(m));
  };
  for (const std::uint64_t m : {0ull, 1ull, 0x80ull, 0xf0f0f0f0f0f0f0f0ull, ~0ull, 1ull << 63}) {
    const auto n = std::uint8_t(m >> 1);
    cases::check("bits of other widths", tlaloc::grad(narrow)(1.0, n, m), narrow(1, n, m), 0);
  }
}

/// Values at edges: the same bits as the function.
void edges() {
  using namespace tlaloc;
  using Limits = std::numeric_limits<double>;
  const auto frexp = [](double x) {
    int e = 0;
    const double m = std::frexp(x, &e);
    return m + 2.0 * e;
  };
  const auto scaled = [](double x) { return std::ldexp(x, 1000) + std::ldexp(x, -1000); };
  const auto whole = [](double x) {
    double n = 0;
    const double rest = std::modf(x, &n);
    return std::signbit(rest) ? n - 8 * rest - 3 : n + 8 * rest;
  };
  const auto logs = [](double x) { return std::logb(x); };
  const auto ilogs = [](double x) { return x * 0 + std::ilogb(x); };
  const auto quotient = [](double x) {
    int q = 0;
    const double rest = std::remquo(x, 0.75, &q);
    return rest + 10 * q;
  };
  const auto class_of = [](double x) { return x * 0 + std::fpclassify(x) + std::isnormal(x); };
  for (const double x : {1.0, -1.0, 2.0, 0.5, 3.0, -7.75, 0.0, -0.0, 1e300, 1e-300, 5e-324, -4e-320,
                         Limits::max(), Limits::min(), std::nextafter(1.0, 0.0), 4.0, 1024.0}) {
    const std::string at = " at " + std::to_string(x);
    cases::check("frexp" + at, value_and_grad(frexp)(x).first, frexp(x), 0);
    cases::check("ldexp" + at, value_and_grad(scaled)(x).first, scaled(x), 0);
    cases::check("modf" + at, value_and_grad(whole)(x).first, whole(x), 0);
    cases::check("logb" + at, value_and_grad(logs)(x).first, logs(x), 0);
    cases::check("ilogb" + at, value_and_grad(ilogs)(x).first, ilogs(x), 0);
    cases::check("remquo" + at, value_and_grad(quotient)(x).first, quotient(x), 0);
    cases::check("fpclassify" + at, value_and_grad(class_of)(x).first, class_of(x), 0);
  }
  cases::check("modf of an infinity", value_and_grad(whole)(INFINITY).first, INFINITY);
  cases::check("logb of an infinity", value_and_grad(logs)(-INFINITY).first, INFINITY);
  cases::check("slope of frexp", grad([](double x) {
                 int e = 0;
                 return std::frexp(x, &e);
               })(5.0),
               0.125);
}

}  // namespace

int main() {
  functions();
  parts();
  questions();
  bits();
  edges();
  return cases::summary("cmath");
}
