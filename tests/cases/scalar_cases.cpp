// Inputs on which other tools of this field have been wrong, with their right answers, for scalar
// functions: each by reverse and by forward mode. Sources: public issue logs of Clad, Enzyme, JAX,
// PyTorch and others; the number is the issue's.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.h"
#include "lanes.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;

namespace {

// Both modes of a function of one variable, and three lanes of it around x.
#define BOTH(what, f, x, want)                  \
  check(what " reverse", grad(f)(x), want);     \
  check(what " forward", jvp(f)(x, 1.0), want); \
  cases::check_lanes(what, f, x)

void loops() {
  const auto sum_of_quotients = [](double a) {
    double s = 0;
    for (int i = 1; i <= 2; ++i) s += 1 / (i + a * a);
    return s;
  };
  BOTH("clad #1865", sum_of_quotients, 1.0, -13.0 / 18);

  const auto reset = [](double x, int n) {
    double s = 0;
    for (int k = 0; k < n; ++k) {
      s = 0;
      s += x;
    }
    return s;
  };
  for (int n : {1, 2, 7}) {
    check("enzyme PR 3167 reverse", grad(reset)(1.5, n), 1);
    check("enzyme PR 3167 forward", jvp(reset)(1.5, n, 1.0), 1);
  }
  check("enzyme PR 3167, no turn", grad(reset)(1.5, 0), 0);

  const auto accumulate = [](double x, int n, double start) {
    double acc = start;
    for (int i = 0; i < n; ++i) acc += x;
    return acc * 2 * x;
  };
  check("warp #1694 reverse", grad<0>(accumulate)(1.0, 3, 5.0), 22);
  check("warp #1694 reverse from 0", grad<0>(accumulate)(1.0, 3, 0.0), 12);
  check("warp #1694 forward", jvp(accumulate)(1.0, 3, 5.0, 1.0, 0.0), 22);

  const auto doubled = [](double x) {
    double y = x;
    for (int i = 0; i < 6; ++i) y = y + y;
    return y;
  };
  BOTH("tensorflow #22504", doubled, 1.25, 64);
}

void captures() {
  const double three = 3;
  const auto constant = [three](double x) { return x * x * three; };
  BOTH("clad #1769, constant capture", constant, 1.5, 9);
  const auto active = [](double x) {
    const auto inner = [c = x](double y) { return y * y * c; };
    return inner(x);
  };
  BOTH("clad #1769, active capture", active, 1.5, 6.75);
}

void powers() {
  const auto power = [](double x, double y) { return std::pow(x, y); };
  check("enzyme PR 2855 base", std::get<0>(grad(power)(0.0, 1.0)), 1);
  check("enzyme PR 2855 exponent", std::get<1>(grad(power)(0.0, 1.0)), 0);
  check("enzyme PR 2855 forward base", jvp(power)(0.0, 1.0, 1.0, 0.0), 1);
  check("enzyme PR 2855 forward exponent", jvp(power)(0.0, 1.0, 0.0, 1.0), 0);
  check("sacado #2008 base", std::get<0>(grad(power)(-1.0, 2.0)), -2);
  check("sacado #2008 forward", jvp(power)(-1.0, 2.0, 1.0, 0.0), -2);
  const auto zeroth = [](double x) { return std::pow(x, 0); };
  for (double x : {0.0, 2.0}) {
    BOTH("enzyme PR 507", zeroth, x, 0);
  }
}

void branches() {
  const double inf = std::numeric_limits<double>::infinity();
  const auto root_above_one = [](double x) { return x < 1 ? x : std::sqrt(x); };
  BOTH("jax #5798", root_above_one, 0.0, 1);
  const auto zero_times_inf = [inf](double x) { return x > 0 ? 0 : x * inf; };
  BOTH("jax #2630", zero_times_inf, 1.0, 0);
  const auto root_or_zero = [](double x) { return x > 0 ? std::sqrt(x) : 0.0; };
  BOTH("cppad #8", root_or_zero, -1.0, 0);
  BOTH("cppad #8, taken", root_or_zero, 4.0, 0.25);
  const auto root_of_square = [](double x) { return std::sqrt(x * x); };
  BOTH("zygote #1598", root_of_square, 0.0, 0);
  BOTH("zygote #1598, away from 0", root_of_square, -3.0, -1);
  const auto hidden_norm = [](double x, double y) { return std::sqrt(x * x + y * y) * 0.0; };
  check("enzyme #1295", std::get<0>(grad(hidden_norm)(0.0, 0.0)), 0);
  check("enzyme #1295 forward", jvp(hidden_norm)(0.0, 0.0, 1.0, 0.0), 0);
  BOTH("enzyme #1295, the root alone", [](double x) { return std::sqrt(x); }, 0.0, inf);
}

void ties() {
  const auto larger = [](double a, double b) { return std::fmax(a, b); };
  const auto g = grad(larger)(2.0, 2.0);
  check("adol-c #88: partials sum to 1", std::get<0>(g) + std::get<1>(g), 1);
  check("adol-c #88 forward", jvp(larger)(2.0, 2.0, 1.0, 1.0), 1);
  BOTH("autograd #141", [](double x) { return std::max(x, x); }, 1.5, 1);
  BOTH(
      "fmin + fmax is the identity", [](double x) { return std::fmin(x, 0.0) + std::fmax(x, 0.0); },
      0.0, 1);
  const auto clamped = [](double x) { return std::clamp(x, 0.0, 1.0); };
  for (double x : {0.0, 0.5, 1.0}) {
    BOTH("pytorch #7002, at and inside the bounds", clamped, x, 1);
  }
  for (double x : {-0.5, 1.5}) {
    BOTH("pytorch #7002, outside", clamped, x, 0);
  }
}

void arithmetic() {
  BOTH("madopt #25", [](double x) { return x / (x * x + x); }, 1.0, -0.25);
  const auto truncated = [](double x) {
    const int k = static_cast<int>(x);
    return x * k;
  };
  BOTH("an int cast has no derivative", truncated, 2.7, 2);
  const auto g = grad([](double x) { return x * x * x; });
  check("ADBench #91: the same bits twice", g(1.1) == g(1.1), 1);
}

}  // namespace

int main() {
  loops();
  captures();
  powers();
  branches();
  ties();
  arithmetic();
  return cases::summary("scalar cases");
}
