// The rows of the bug log that are smooth: first derivatives in every way, second ones by both
// orders of the modes.
#include "every_way.h"

using cases::every_way;
using cases::second;

namespace {

void powers() {
  const double log2 = std::log(2.0);
  const auto exponential = [](auto x) { return std::pow(decltype(x)(2), x); };
  every_way("clad #371", exponential, 3.0, 8 * log2);
  second("clad #371", exponential, 3.0, 8 * log2 * log2);
  const auto power = [](auto x, auto y) { return std::pow(x, y); };
  every_way("clad #371, power", power, 3.0, 4.0, 108, 81 * std::log(3.0));
  second("clad #371, power", power, 3.0, 4.0, {108, 145.65012705, 97.76286580}, 1e-8);
  every_way("jax #12033", power, 23.0, 0.0, 0, std::log(23.0));
  second("jax #12033", power, 23.0, 0.0, {0, 1.0 / 23, 9.8313240}, 1e-8);
  const auto rosenbrock = [](auto x, auto y) {
    return (1 - x) * (1 - x) + 100 * std::pow(y - std::pow(x, 2), 2);
  };
  every_way("clad #507", rosenbrock, -1.0, 1.2, 76, 40);
  second("clad #507", rosenbrock, -1.0, 1.2, {2 - 400 * (1.2 - 3), 400, 200});
  const auto square = [](auto x) { return decltype(x)(4.3) * std::pow(x, 2); };
  every_way("autodiff #75", square, 0.0, 0);
  second("autodiff #351", square, 0.0, 8.6);
  const auto general = [](auto x) { return std::pow(x, decltype(x)(2)); };
  every_way("casadi #104", general, -1.0, -2);
  second("casadi #104", general, -1.0, 2);
}

struct Held {
  double a = 1, b = 2;
  double operator()(double x, double y) const { return x * a + y * y * b * b; }
};

// The state changes while the object computes.
struct Moving {
  double a = 1, b = 2;
  double step(double x) {
    a += x;
    return a * b;
  }
};

template <class T>
T inner_17(const T& p, const T& q) {
  const T* a = &p;
  return *a * *a + q * q + *a * q;
}
template <class T>
T inner_18(const T* o, T b, T c) {
  return ((o[0] - b) / c) * ((o[0] - b) / c);
}

void calls() {
  const auto both = [](auto a, auto b) { return inner_17(a, b) - std::log(a); };
  every_way("clad #1737", both, 0.5, -1.0, 2 * 0.5 - 1 - 2, -2 + 0.5);
  second("clad #1737", both, 0.5, -1.0, {6, 1, 2});
  const auto outer = [](auto a, auto b) {
    using T = decltype(a);
    const T o[1] = {T(-9.9)};
    return inner_18(o, b, T(2)) + a;
  };
  every_way("clad #1804", outer, 1.5, 0.5, 1, (9.9 + 0.5) / 2);
  second("clad #1804", outer, 1.5, 0.5, {0, 0, 0.5});
  cases::check("enzyme #1343", tlaloc::jvp(Held())(3.0, 4.0, 5.0, 6.0), 197);
  const auto [by_x, by_y] = tlaloc::grad(Held())(3.0, 4.0);
  cases::check("enzyme #1343 reverse", by_x * 5 + by_y * 6, 197);
  second("enzyme #1343", Held(), 3.0, 4.0, {0, 0, 8});
  const auto moved = [](double x, double y) {
    Moving m{x, y};
    return m.step(x) * m.step(y);
  };
  // 2 x y (2 x + y) y
  cases::check("an object whose state moves", std::get<0>(tlaloc::grad(moved)(3.0, 4.0)), 512);
  second("an object whose state moves", moved, 3.0, 4.0,
         {8 * 16, 16 * 12 + 6 * 16, 8 * 9 + 12 * 12});
}

void functions() {
  const auto angle = [](auto a, auto b) { return std::atan2(std::sin(a + b), std::cos(a + b)); };
  every_way("enzyme #570", angle, .4, .7, 1, 1);
  second("enzyme #570", angle, .4, .7, {0, 0, 0});
  const auto softplus = [](auto x) { return std::log(1 + std::exp(x)); };
  every_way("jax #2107", softplus, 0.0, 0.5);
  second("jax #2107", softplus, 0.0, 0.25);
  const auto steep = [](double v) {
    const double u = -1e8 * v;
    return std::tanh(u) * u * u;
  };
  second("jax #40315", steep, .01, -2e16);
  const auto sinc = [](auto x) { return x == 0 ? decltype(x)(1) : std::sin(x) / x; };
  cases::check("jax #34139", tlaloc::grad(sinc)(1e-4), -3.33333333e-5);
  every_way("jax #34139", sinc, 0.0, 0);
  const auto sinc_pi = [](double x) {
    const double y = 3.14159265358979323846 * x;
    return y == 0 ? 1.0 : std::sin(y) / y;
  };
  cases::check("jax #34139, sin(pi x) / (pi x)", tlaloc::grad(sinc_pi)(1e-4), -3.289868101e-4);
  cases::check("jax #34139, sin(pi x) / (pi x) forward", tlaloc::jvp(sinc_pi)(1e-4, 1.0),
               -3.289868101e-4);
  const auto hypot = [](auto x, auto y) { return std::hypot(x, y); };
  const double r = std::sqrt(0.5), q = std::sqrt(0.125);
  every_way("autodiff #243", hypot, 1.0, 1.0, r, r);
  second("autodiff #243", hypot, 1.0, 1.0, {q, -q, q});
  const auto quotient = [](auto x) { return x / (x * x + x); };
  every_way("madopt #25", quotient, 1.0, -0.25);
  second("madopt #25", quotient, 1.0, 0.25);
  const auto cosh = [](auto x) { return std::cosh(x); };
  every_way("casadi #2585", cosh, 1.0, 1.1752011936438014);
  second("casadi #2585", cosh, 1.0, std::cosh(1.0));
  const auto cube_root = [](auto x) { return std::cbrt(x); };
  every_way("enzyme-jax #2571", cube_root, -8.0, 1.0 / 12);
  second("enzyme-jax #2571", cube_root, -8.0, 1.0 / 144);
}

void custom_and_captured() {
  // clad PR 1996: a rule for x alone does not leak into the second derivatives.
  const auto ruled = [](double x, double y) {
    const auto f = tlaloc::custom_jvp(
        [](double u, double v) { return u * u * v; },
        [](double u, double v, double du, double dv) { return 2 * u * v * du + u * u * dv; });
    return f(x, y);
  };
  second("clad PR 1996", ruled, 1.0, 3.0, {6, 2, 0});
  const double c = 3;
  const auto constant = [c](auto x) { return x * x * decltype(x)(c); };
  every_way("clad #1769, constant", constant, 1.5, 9);
  second("clad #1769, constant", constant, 1.5, 6);
  const auto active = [](auto x) {
    const auto inner = [c = x](auto y) { return y * y * c; };
    return inner(x);
  };
  every_way("clad #1769, active", active, 1.5, 6.75);
  second("clad #1769, active", active, 1.5, 9);
  // jax PR 4008: the captured x is active.
  const auto product = [](double x) {
    const auto f = [x](double y) { return x * y; };
    return f(x);
  };
  second("jax PR 4008, without a rule", product, 3.0, 2);
  // reversediff #45
  const auto confused = [](double x) {
    return x * tlaloc::grad([x](double y) { return x * y; })(1.0);
  };
  every_way("reversediff #45", [confused](double x) { return confused(x); }, 4.0, 8);
  second("reversediff #45", confused, 4.0, 2);
}

}  // namespace

int main() {
  powers();
  calls();
  functions();
  custom_and_captured();
  return cases::summary("smooth rows of the log");
}
