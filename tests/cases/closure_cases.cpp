// Transformations of closures made in bodies: captures of every kind, objects, helpers, branches.
#include <tlaloc/tlaloc.h>
#include <array>
#include <cmath>
#include <span>

#include "check.h"

using cases::check;
using namespace tlaloc;
namespace {
double factor = 3;
template <class F>
double newton(F f, double y) {
  for (int i = 0; i < 25; ++i) {
    const auto [v, d] = value_and_grad(f)(y);
    if (std::fabs(v) < 1e-14) break;
    y -= v / d;
  }
  return y;
}
struct Solver {
  double k = 2;
  std::array<double, 2> w{1, 2};
  double energy(double u) const { return k * u * u * u; }
  double force(double u) const {
    return grad([this](double q) { return energy(q) * w[1]; })(u);
  }
  double operator()(double u) const { return force(u) * u; }
};
template <class G>
struct Holder {
  G g;
};
template <class G>
Holder(G) -> Holder<G>;
struct P {
  double a, b;
  int n;
};
}  // namespace
int main() {
  const auto sq = [](double x) { return newton([x](double y) { return y * y - x; }, x); };
  check("newton with a break", grad(sq)(9.0), 1.0 / 6, 1e-9);
  check("newton with a break, forward", jvp(sq)(9.0, 1.0), 1.0 / 6, 1e-9);
  const auto by_global = [](double x) {
    return grad([](double y) { return factor * y * y; })(x) * x;
  };
  check("global", grad(by_global)(2.0), 24);
  factor = 5;
  check("global, as of the call", grad(by_global)(2.0), 40);
  const Solver s{4, {1, 3}};
  // 3 k u^2 w1 u = 3 4 3 u^3
  check("this", grad([s](double u) { return s.force(u) * u; })(2.0), 36 * 3 * 4);
  check("this, an object", grad(s)(2.0), 36 * 3 * 4);
  const auto by_k = [](double k, double u) { return Solver{k, {1, 2}}.force(u); };
  check("active this", std::get<0>(grad(by_k)(5.0, 2.0)), 3 * 4 * 2);
  const auto mutated = [](double x) {
    double a = x;
    const auto g = grad([&a](double y) { return a * y * y; });
    const double first = g(1.0);  // 2 x
    a = a * x;
    return first + g(1.0);  // 2 x + 2 x^2
  };
  check("captures by reference, as of the call", grad(mutated)(3.0), 2 + 12);
  const auto copied = [](double x) {
    double a = x;
    const auto g = grad([a](double y) { return a * y * y; });
    a = a * x;
    return g(1.0) + a;
  };
  check("captures by value, as of the making", grad(copied)(3.0), 2 + 6);
  const auto branch = [](double x) {
    if (x > 1) return grad([x](double y) { return y * y * x; })(x);
    return grad([x](double y) { return y * x * x; })(x) + x;
  };
  check("branch", grad(branch)(2.0), 8);
  check("branch", grad(branch)(0.5), 2);
  const auto held = [](double x) {
    Holder h{grad([](double y) { return y * y; })};
    return h.g(x) * x;
  };
  check("held in a struct", grad(held)(3.0), 12);
  const auto aux = [](double x) {
    const auto f = [x](double y) { return std::pair(y * y * x, 3 * y); };
    const auto [va, g] = value_and_grad(f)(x);
    return va.first + va.second * g;  // x^3 + 3x 2x^2
  };
  check("auxiliary results", grad(aux)(2.0), 21 * 4);
  const auto tangent = [](double x) {
    const auto f = [](const P& p) { return p.a * p.a * p.b * p.n; };
    return jvp(f)(P{x, 2 * x, 3}, P{1, x, 0});  // 2 a b n + a^2 n x = 12 x^2 + 3 x^3
  };
  check("struct tangents", grad(tangent)(2.0), 48 + 36);
  const auto arrays = [](std::array<double, 3> v) {
    const auto g = grad([](const std::array<double, 3>& u) { return u[0] * u[1] * u[2]; })(v);
    return g[0] * v[0] + g[2];
  };
  check("arrays", grad(arrays)({2, 3, 4})[1], 8 + 2);
  const auto chosen = [](double x, int n) {
    const auto f = [n](double y) {
      double p = 1;
      for (int i = 0; i < n; ++i) p *= y;
      return p;
    };
    return grad(f)(x);
  };
  check("a loop inside, with a captured count", grad(chosen)(2.0, 4), 12 * 4);
  check("vjp of a tensor", sum(grad([](Vector<double> x) {
          const auto f = [x](Vector<double> y) { return y * y * x; };
          return sum(vjp(f)(x, ones_like(x)));
        })({1, 2})),
        4 * (1 + 2));
  const Vector<double> c{1, 2};
  const auto shapes = [c](Vector<double> x) {
    return sum(grad([c](Vector<double> y) { return sum(y * c * y); })(x));
  };
  check("captured tensor inside", grad(shapes)({5, 6})(1), 4);
  return cases::summary("closure");
}
