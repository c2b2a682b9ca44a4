// The functions of <cmath>, of float and of double: their slopes by both modes against closed
// forms, and the rows of the public bug log that are about them.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "numeric.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;

namespace {

#define BOTH(what, f, x, want)              \
  check(what " reverse", grad(f)(x), want); \
  check(what " forward", jvp(f)(x, 1.0), want)

// A function of one variable in both modes, in double and in float, and its second derivative.
#define SLOPE(name, x, slope, second)                                                \
  do {                                                                               \
    const auto f = [](double v) { return std::name(v); };                            \
    const auto g = [](float v) { return std::name(v); };                             \
    check(#name " reverse", grad(f)(x), slope, 1e-12);                               \
    check(#name " forward", jvp(f)(x, 1.0), slope, 1e-12);                           \
    check(#name " float", grad(g)(static_cast<float>(x)), slope, 2e-6);              \
    check(#name " float forward", jvp(g)(static_cast<float>(x), 1.0f), slope, 2e-6); \
    check(#name " second", jvp(grad(f))(x, 1.0), second, 1e-11);                     \
  } while (false)

void functions() {
  const double x = 0.625, y = 1.75;
  const double t = std::tan(x), h = std::tanh(x), root = std::sqrt(1 - x * x), plus = 1 + x * x;
  SLOPE(tan, x, 1 + t * t, 2 * t * (1 + t * t));
  SLOPE(asin, x, 1 / root, x / (root * root * root));
  SLOPE(acos, x, -1 / root, -x / (root * root * root));
  SLOPE(atan, x, 1 / plus, -2 * x / (plus * plus));
  SLOPE(sinh, x, std::cosh(x), std::sinh(x));
  SLOPE(cosh, x, std::sinh(x), std::cosh(x));
  SLOPE(tanh, x, 1 - h * h, -2 * h * (1 - h * h));
  SLOPE(asinh, x, 1 / std::sqrt(plus), -x / std::pow(plus, 1.5));
  SLOPE(acosh, y, 1 / std::sqrt(y * y - 1), -y / std::pow(y * y - 1, 1.5));
  SLOPE(atanh, x, 1 / (1 - x * x), 2 * x / ((1 - x * x) * (1 - x * x)));
  const double ln2 = std::numbers::ln2, ln10 = std::numbers::ln10;
  SLOPE(exp2, x, ln2 * std::exp2(x), ln2 * ln2 * std::exp2(x));
  SLOPE(expm1, x, std::exp(x), std::exp(x));
  SLOPE(log1p, x, 1 / (1 + x), -1 / ((1 + x) * (1 + x)));
  SLOPE(log2, x, 1 / (x * ln2), -1 / (x * x * ln2));
  SLOPE(log10, x, 1 / (x * ln10), -1 / (x * x * ln10));
  const double c = std::cbrt(x);
  SLOPE(cbrt, x, 1 / (3 * c * c), -2 / (9 * c * c * x));
  const double bell = 2 / std::sqrt(std::numbers::pi) * std::exp(-x * x);
  SLOPE(erf, x, bell, -2 * x * bell);
  SLOPE(erfc, x, -bell, 2 * x * bell);
  SLOPE(ceil, x, 0, 0);
  SLOPE(floor, x, 0, 0);
  SLOPE(trunc, x, 0, 0);
  SLOPE(round, x, 0, 0);
}

// Functions of two variables at (x, y), and what is made of several.
void more() {
  const auto two = [](const char* what, const auto& g, const auto& d, double x, double y,
                      double by_x, double by_y) {
    const std::string name = what;
    check(name + " x", std::get<0>(g(x, y)), by_x);
    check(name + " y", std::get<1>(g(x, y)), by_y);
    check(name + " forward x", d(x, y, 1.0, 0.0), by_x);
    check(name + " forward y", d(x, y, 0.0, 1.0), by_y);
  };
#define TWO(what, f, x, y, by_x, by_y) two(what, grad(f), jvp(f), x, y, by_x, by_y)
  const auto hypot = [](double a, double b) { return std::hypot(a, b); };
  TWO("hypot", hypot, 3.0, -4.0, 0.6, -0.8);
  TWO("hypot at the origin", hypot, 0.0, 0.0, 0, 0);
  TWO("hypot of huge", hypot, 3e200, 4e200, 0.6, 0.8);
  const auto far = [](double a, double b) { return std::hypot(a, b, 2.0); };
  TWO("hypot of three", far, 3.0, 6.0, 3.0 / 7, 6.0 / 7);
  const auto rest = [](double a, double b) { return std::remainder(a, b); };
  TWO("remainder", rest, 7.0, 2.5, 1, -3);
  const auto mod = [](double a, double b) { return std::fmod(a, b); };
  TWO("fmod", mod, 7.0, 2.5, 1, -2);
  const auto sign = [](double a, double b) { return std::copysign(a, b); };
  TWO("copysign", sign, 2.0, -3.0, -1, 0);
  TWO("copysign", sign, -2.0, -0.0, 1, 0);
  const auto above = [](double a, double b) { return std::fdim(a, b); };
  TWO("fdim", above, 3.0, 1.0, 1, -1);
  TWO("fdim below", above, 1.0, 3.0, 0, 0);
  const auto fused = [](double a, double b) { return std::fma(a, b, a); };
  TWO("fma", fused, 3.0, 1.5, 2.5, 3);
  const auto whole = [](double x, int n) {
    return x * static_cast<double>(std::lround(x)) + (n << 2) + (n >> 1) + (n & 6) + (n | 1) +
           (n ^ 3) + ~n;
  };
  check("lround", grad(whole)(2.6, 5), 3);
  check("bits of integers", tlaloc::value_and_grad(whole)(2.6, 5).first, whole(2.6, 5));
  check("bits of negative integers", tlaloc::value_and_grad(whole)(2.6, -77).first,
        whole(2.6, -77));
  const auto shifted = [](double x, int n) {
    double s = 0;
    for (int i = 0; i < n; ++i)
      if (i & 1) s += x * (1 << i);
    return s;
  };
  check("shift by a counter", grad(shifted)(1.5, 6), 2 + 8 + 32);
}

void log_rows() {
  const double inf = std::numeric_limits<double>::infinity();
  BOTH("enzyme-jax #2571", [](double x) { return std::cbrt(x); }, -8.0, 1.0 / 12);
  const auto turn = [](double a, double b) { return std::atan2(std::sin(a + b), std::cos(a + b)); };
  check("enzyme #570", std::get<0>(grad(turn)(.4, .7)), 1);
  check("enzyme #570", std::get<1>(grad(turn)(.4, .7)), 1);
  check("enzyme #570 forward", jvp(turn)(.4, .7, 1.0, 0.0), 1);
  const auto rosenbrock = [](double x, double y) {
    return (1 - x) * (1 - x) + 100 * std::pow(y - std::pow(x, 2), 2);
  };
  check("clad #507", std::get<0>(grad(rosenbrock)(-1.0, 1.2)), 76);
  check("clad #507", std::get<1>(grad(rosenbrock)(-1.0, 1.2)), 40);
  check("clad #507 forward", jvp(rosenbrock)(-1.0, 1.2, 1.0, 0.0), 76);
  const auto hypot = [](double x, double y) { return std::hypot(x, y); };
  const double quarter = std::sqrt(0.125);
  check("autodiff #243", std::get<0>(jvp(grad(hypot))(1.0, 1.0, 1.0, 0.0)), quarter);
  check("autodiff #243", std::get<1>(jvp(grad(hypot))(1.0, 1.0, 1.0, 0.0)), -quarter);
  check("autodiff #243", std::get<1>(jvp(grad(hypot))(1.0, 1.0, 0.0, 1.0)), quarter);
  BOTH(
      "autodiff #315",
      [](double) {
        const double base = -5;
        const double exponent = 5;
        return std::pow(base, exponent);
      },
      2.0, 0);
  const auto power = [](double b, double e) { return std::pow(b, e); };
  for (double e : {2.0, 1.0, 0.5, 0.0, -1.0}) {
    const double want = e > 1 ? 0 : e == 1 ? 1 : e > 0 ? inf : e == 0 ? 0 : -inf;
    check("stan #3031", std::get<0>(grad(power)(0.0, e)), want);
    check("stan #3031 forward", jvp(power)(0.0, e, 1.0, 0.0), want);
  }
  BOTH("casadi #104", [](double x) { return std::pow(x, 2.0); }, -1.0, -2);
  const auto whole = [](double x, int k) { return std::pow(x, k); };
  check("jax #18450", grad(whole)(0.0, 0), 0);
  check("jax #18450 forward", jvp(whole)(0.0, 0, 1.0), 0);
  BOTH("casadi #2585", [](double x) { return std::cosh(x); }, 1.0, 1.1752011936438014);
  const auto sinc = [](double x) { return x == 0 ? 1.0 : std::sin(x) / x; };
  BOTH("jax #34139", sinc, 1e-4, -3.3333333e-5);
  BOTH("jax #34139", sinc, 0.0, 0);
  const auto angle = [](float y, float x) { return std::atan2(y, x); };
  const auto tiny = grad(angle)(1e-13f, 5.6843e-14f), equal = grad(angle)(1e-30f, 1e-30f);
  check("pytorch #98276", std::get<1>(tiny), -7.5579e12, 1e-4);
  check("pytorch #98276", std::get<0>(tiny), 4.2962e12, 1e-4);
  check("pytorch #193040", std::get<0>(equal), 5e29, 1e-6);
  check("pytorch #193040", std::get<1>(equal), -5e29, 1e-6);
  const auto products = [](const std::vector<double>& x) {
    double p = 1;
    for (double v : x) p *= v;
    return p;
  };
  const std::vector<double> one_zero = grad(products)(std::vector<double>{2, 0, 4});
  for (int i = 0; i < 3; ++i) check("pytorch #773", one_zero[i], i == 1 ? 8 : 0);
  const std::vector<double> two_zeros = grad(products)(std::vector<double>{0, 0, 4});
  for (int i = 0; i < 3; ++i) check("pytorch #82644", two_zeros[i], 0);
  const auto centred = [](const std::vector<double>& x) {
    double mean = 0, s = 0;
    for (double v : x) mean += v / static_cast<double>(x.size());
    for (double v : x) s += v - mean;
    return s;
  };
  for (double d : grad(centred)(std::vector<double>{1, 5, -2})) check("pytorch #107007", d, 0);
  // Newton's square root until it no longer moves.
  const auto newton = [](double a) {
    double x = a;
    while (true) {
      const double next = (x + a / x) / 2;
      if (std::fabs(next - x) < 1e-15) return next;
      x = next;
    }
  };
  BOTH("newton's square root", newton, 2.0, 0.35355339059327379);
}

}  // namespace

int main() {
  functions();
  more();
  log_rows();
  return cases::summary("math cases");
}
