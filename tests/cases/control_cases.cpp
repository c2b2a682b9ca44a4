// More of the public bug log: loops that are left early, switches, aliases, mutated arguments,
// state, captures, second derivatives. By reverse and by forward mode.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "numeric.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;

namespace {

// Both modes of a function of one variable, of two variables.
#define BOTH(what, f, x, want)              \
  check(what " reverse", grad(f)(x), want); \
  check(what " forward", jvp(f)(x, 1.0), want)
#define BOTH2(what, f, x, y, by_x, by_y)                      \
  check(what " reverse x", std::get<0>(grad(f)(x, y)), by_x); \
  check(what " reverse y", std::get<1>(grad(f)(x, y)), by_y); \
  check(what " forward x", jvp(f)(x, y, 1.0, 0.0), by_x);     \
  check(what " forward y", jvp(f)(x, y, 0.0, 1.0), by_y)

// ---- loops that are left early -----------------------------------------------------------------

double ends_in_continue(double u, double v) {
  double s = 11 * u;
  for (int i = 0; i <= 2; ++i) {
    s += u * i;
    continue;
  }
  (void)v;
  return s;
}
double breaks(double u) {
  double s = 0;
  for (int i = 0; i <= 2; ++i) {
    s += i * u;
    if (i == 1) break;
  }
  return s;
}
double active_bounds(double low, double high) {
  double s = 0;
  for (double x = low; x <= high; x += 0.25) s += 0.25 * x * x;
  return s;
}
double odd_products(double x) {
  double r = x;
  for (int i = 1; i <= 9; ++i) {
    if (i % 2 == 0) continue;
    r *= x;
  }
  return r;
}
double powers_in_do(double x) {
  double r = x;
  int i = 0;
  do {
    if (i == 2) break;
    if (i == 0)
      r = r * x;
    else
      r = r * r;
    ++i;
  } while (true);
  return r;
}
double returns_inside(double x) {
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (i * j == 6) return s * x;
      s += x * j;
    }
    if (i == 1) continue;
    s *= 1.5;
  }
  return s;
}
double largest_product(double x) {
  const double c[2][2] = {{0, 2}, {3, 0}};
  double best = -1e300;
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q) {
      if (c[p][q] == 0) continue;
      const double v = x * c[p][q] * (p + q + 2);
      if (v > best) best = v;
    }
  return best;
}
/// swift control_flow: the inner sum's whole part says whether the outer loop is left.
double left_by_a_switch(double x, int n) {
  double out = 1;
  for (int i = 0; i < n; ++i) {
    out *= x;
    double inner = out;
    bool leave = false;
    for (int j = 0; j < n && !leave; ++j) {
      inner += x;
      switch (static_cast<int>(inner) % 7) {
        case 0:
          leave = true;
          break;
        default:
          continue;
      }
    }
    out += inner;
    if (leave) break;
  }
  return out;
}
double doubled_on_even(double x, int n) {
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0) x *= 1.001;
  return x;
}

void loops() {
  BOTH2("clad #710", ends_in_continue, 2.0, 3.0, 14, 0);
  BOTH("clad #851", breaks, 2.0, 1);
  BOTH2("clad #474", active_bounds, 1.0, 2.0, 3.75, 0);
  for (double x : {2.0, 3.0}) {
    BOTH("swift control_flow, continue", odd_products, x, 6 * std::pow(x, 5));
    BOTH("swift control_flow, do", powers_in_do, x, 4 * x * x * x);
  }
  check("return inside, value", returns_inside(1.5), 63);
  BOTH("return inside", returns_inside, 1.5, 84);
  BOTH("warp #1552", largest_product, 1.0, 9);
  BOTH("warp #1552", largest_product, -1.0, 6);
  for (int n = 1; n <= 4; ++n) {
    const auto at = [n](double s) { return left_by_a_switch(2.05 + s, n); };
    const double want = cases::difference(at, 1e-4);
    check("swift control_flow, left by a switch", grad(left_by_a_switch)(2.05, n), want, 1e-7);
    check("swift control_flow, left by a switch, forward", jvp(left_by_a_switch)(2.05, n, 1.0),
          want, 1e-7);
  }
  check("jax-mps #195", grad(doubled_on_even)(1.0, 130), std::pow(1.001, 65));
  check("jax-mps #195 forward", jvp(doubled_on_even)(1.0, 130, 1.0), std::pow(1.001, 65));
  BOTH(
      "jax #5900",
      [](double x) {
        double r = 1;
        for (int i = 0; i < 8; ++i) {
          const double mask = i < 4;
          r = mask * (r * x) + (1 - mask) * r;
        }
        return r;
      },
      3.0, 108);
  const auto turned = [](double angle, int n) {
    double x = 2;
    for (int i = 0; i < n; ++i) x = std::cos(angle) * x;
    return x;
  };
  check("taichi #2505", grad(turned)(1.0, 1), -2 * std::sin(1.0));
  check("taichi #2505 forward", jvp(turned)(1.0, 1, 1.0), -2 * std::sin(1.0));
  const auto long_sum = [](double x, int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) s += x;
    return s;
  };
  check("autodiff #317", grad(long_sum)(1.0, 200000), 200000);
  check("autodiff #317 forward", jvp(long_sum)(1.0, 200000, 1.0), 200000);
}

void switches() {
  const auto falls = [](double x, int k) {
    switch (k) {
      case 1:
        x = x * x;
        [[fallthrough]];
      case 2:
        return x * x;
    }
    return x;
  };
  const double want[] = {1, 32, 4, 1};
  for (int k = 0; k < 4; ++k) {
    check("fall through", grad(falls)(2.0, k), want[k]);
    check("fall through forward", jvp(falls)(2.0, k, 1.0), want[k]);
  }
}

// ---- aliases, mutation, state ------------------------------------------------------------------

void square_in_place(double& x) { x *= x; }

struct Weighted {
  double a = 1, b = 2;
  double operator()(double x, double y) const { return x * a + y * y * b * b; }
};

struct Squarer {
  double twice(double x) const {
    double r = x;
    for (int i = 0; i < 2; ++i) r = r * r;
    return r;
  }
};

void aliases() {
  BOTH(
      "clad #440",
      [](double x) {
        double a[5] = {};
        for (int k = 0; k < 5; ++k) {
          double& r = a[k];
          r = x;
        }
        double s = 0;
        for (double e : a) s += e;
        return s;
      },
      2.0, 5);
  BOTH(
      "clad #281",
      [](double x) {
        square_in_place(x);
        return x;
      },
      3.0, 6);
  check("enzyme #1343", jvp(Weighted{})(3.0, 4.0, 5.0, 6.0), 197);
  check("enzyme #1343 reverse", std::get<1>(grad(Weighted{})(3.0, 4.0)), 32);
  for (double x : {0.0, 1.0}) {
    BOTH("swift #56342", [](double v) { return Squarer{}.twice(v); }, x, 4 * x * x * x);
  }
  const auto largest = [](std::vector<double> v) {
    double m = v[0];
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double t = v[i];
      m = std::max(m, t);
    }
    return m;
  };
  const std::vector<double> g = grad(largest)(std::vector<double>{1, 5, 2});
  for (int i = 0; i < 3; ++i) check("enzyme #2708", g[i], i == 1);
  const auto spread = [](const std::vector<double>& x) {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = i + 1; j < x.size(); ++j) s += x[j] - x[i];
    return s;
  };
  const std::vector<double> d = grad(spread)(std::vector<double>(1000));
  for (int k = 0; k < 1000; ++k) check("autodiff #314", d[k], 2 * k - 999);
}

double weights_and_bells(std::array<double, 6> p) {
  const double w[3] = {p[0], p[1], 1}, m[4] = {5, 2, 7, 6};
  double bell[4];
  for (int k = 0; k < 4; ++k)
    bell[k] = std::exp(-(2 - m[k]) * (2 - m[k]) / (2 * p[2 + k] * p[2 + k])) / 3;
  double s = 0;
  for (int i = 0; i < 60; ++i) {
    double t = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
      t += w[k] * bell[k];
      sum += w[k];
    }
    s += t + bell[3] * (1 - sum);
  }
  return s;
}

void local_arrays() {
  const std::array<double, 6> p{.25, .25, .5, 1, 1.5, 2};
  const double want[] = {-2.70670536, 17.29329434, 5.482792708e-6, 0, 0.5727289096, -2.706705665};
  const auto g = grad(weights_and_bells)(p);
  for (int i = 0; i < 6; ++i) {
    std::array<double, 6> t{};
    t[i] = 1;
    check("clad #927", g[i], want[i], 1e-8);
    check("clad #927 forward", jvp(weights_and_bells)(p, t), want[i], 1e-8);
  }
}

// ---- second derivatives ------------------------------------------------------------------------

void seconds() {
  const auto exponential = [](double x) { return std::pow(2.0, x); };
  const double log2 = std::log(2.0);
  check("clad #371", grad(grad(exponential))(3.0), 8 * log2 * log2);
  check("clad #371 forward over reverse", jvp(grad(exponential))(3.0, 1.0), 8 * log2 * log2);
  const auto early = [](double x) {
    if (x > 0) return 2 * x;
    double s = 0;
    for (int i = 0; i < 5; ++i) s += x * x * i;
    return s;
  };
  check("clad #1958", grad(grad(early))(1.0), 0);
  check("clad #1958, the other way", jvp(grad(early))(-1.0, 1.0), 20);
  const auto steep = [](double v) {
    const double u = -1e8 * v;
    return std::tanh(u) * u * u;
  };
  check("jax #40315", grad(grad(steep))(.01), -2e16);
  check("jax #40315 forward over reverse", jvp(grad(steep))(.01, 1.0), -2e16);
  const auto square = [](double x) { return 4.3 * std::pow(x, 2); };
  BOTH("autodiff #75", square, 0.0, 0);
  check("autodiff #351", grad(grad(square))(0.0), 8.6);
  const auto power = [](double x, double y) { return std::pow(x, y); };
  const auto by_x = jvp(grad(power))(3.0, 4.0, 1.0, 0.0),
             by_y = jvp(grad(power))(3.0, 4.0, 0.0, 1.0);
  check("clad #371, power", std::get<0>(by_x), 108);
  check("clad #371, power", std::get<1>(by_x), 145.650127, 1e-8);
  check("clad #371, power", std::get<0>(by_y), 145.650127, 1e-8);
  check("clad #371, power", std::get<1>(by_y), 97.7628658, 1e-8);
  const auto at_one = jvp(grad(power))(23.0, 0.0, 1.0, 0.0),
             at_e = jvp(grad(power))(23.0, 0.0, 0.0, 1.0);
  check("jax #12033", std::get<1>(at_one), 1.0 / 23);
  check("jax #12033", std::get<0>(at_e), 1.0 / 23);
  check("jax #12033", std::get<1>(at_e), 9.8313240, 1e-8);
}

// ---- programs of the coarsening paper, with answers worked out by dual numbers -----------------

double figure_3(double p, double q, double x) {
  const double d = p + q * x;
  double z;
  if (d > 0) {
    const double a = std::sqrt(d);
    z = a > 50 ? a : std::sin(a);
  } else {
    z = std::log(1 + std::exp(d));
  }
  return z * (1 + std::exp(d));
}

// How far from the data batch gradient descent ends, by its rate: while, break and for.
double end_error(double rate, const std::vector<double>& x, const std::vector<double>& y,
                 int most) {
  const int n = int(x.size());
  double w = 0;
  int step = 0;
  while (step < most) {
    double slope = 0;
    for (int i = 0; i < n; ++i) slope += 2 * x[i] * (y[i] - x[i] * w);
    slope /= n;
    if (std::abs(slope) < 1e-3) break;
    w += rate * slope;
    ++step;
  }
  double squares = 0;
  for (int i = 0; i < n; ++i) squares += (y[i] - x[i] * w) * (y[i] - x[i] * w);
  return std::sqrt(squares) / n;
}

void coarsening() {
  const double above[] = {3.29185341, 0.8229633525, 6.58370682};
  const double below[] = {0.2680715371, -0.2680715371, 0.5361430742};
  const auto all = [](double x) {
    const auto [p, q, by_x] = grad(figure_3)(0.5, 2.0, x);
    return std::array{p, q, by_x};
  };
  check("figure 3", figure_3(0.5, 2, 0.25), 3.128826272);
  check("figure 3", figure_3(0.5, 2, -1), 0.246354655);
  for (int i = 0; i < 3; ++i) {
    check("figure 3, above", all(0.25)[i], above[i], 1e-8);
    check("figure 3, below", all(-1)[i], below[i], 1e-9);
    check("figure 3, forward",
          jvp(figure_3)(0.5, 2.0, 0.25, double(i == 0), double(i == 1), double(i == 2)), above[i],
          1e-8);
  }
  const std::vector<double> x{1, 2, 3}, y{2, 4, 7}, still(3, 0.0);
  check("descent", end_error(0.05, x, y, 5), 0.2321297756);
  check("descent, by its rate", grad<0>(end_error)(0.05, x, y, 5), -5.353247505, 1e-9);
  check("descent, forward", jvp(end_error)(0.05, x, y, 5, 1.0, still, still), -5.353247505, 1e-9);
}

}  // namespace

int main() {
  coarsening();
  loops();
  switches();
  aliases();
  local_arrays();
  seconds();
  return cases::summary("control cases");
}
