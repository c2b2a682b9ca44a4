// Transformations inside functions that are transformed themselves: no derivative is confused with
// another. Values are closed forms.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <span>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

double cube(double x) { return x * x * x; }

struct Scaled {
  double factor = 2;
  double operator()(double x) const { return factor * x * x; }
};

struct Model {
  double w = 1;
  Vector<double> v;
  int kind = 5;
};

void perturbations() {
  // D_x [x D_y(x y)] = 2 x
  const auto row77 = [](double x) { return x * grad([x](double y) { return x * y; })(1.0); };
  check("reversediff #45", grad(row77)(4.0), 8);
  check("reversediff #45 forward", jvp(row77)(4.0, 1.0), 8);
  const auto forward_inside = [](double x) {
    return x * jvp([&](double y) { return x * y; })(1.0, 1.0);
  };
  check("jvp inside grad", grad(forward_inside)(4.0), 8);
  check("jvp inside jvp", jvp(forward_inside)(4.0, 1.0), 8);
  // D_x [x D_y(x + y)] = 1
  const auto add = [](double x) { return x * jvp([x](double y) { return x + y; })(1.0, 1.0); };
  check("siskind and pearlmutter", jvp(add)(1.0, 1.0), 1);
  check("siskind and pearlmutter reverse", grad(add)(1.0), 1);
  // the same lambda at two points
  const auto twice = [](double x) {
    const auto d = grad([](double y) { return y * y * y; });
    return d(x) * d(2 * x);
  };
  check("one inner function, two points", grad(twice)(1.0), 4 * 36);
}

// f = u^2 v + n w^3: a direction that is written as 0 is left out, whatever stands around it.
void directions() {
  struct Pair {
    double v = 0, w = 0;
  };
  const auto f = [](double u, const Pair& p, int n) { return u * u * p.v + n * p.w * p.w * p.w; };
  const auto along_u = [&](double x) { return jvp(f)(x, Pair{x, x}, 2, 1.0, Pair{0, 0}); };
  check("along one", fused(along_u)(3.0), 18);
  check("along one, grad", grad(along_u)(3.0), 12);  // of 2 x x
  const auto along_pair = [&](double x) { return jvp(f)(x, Pair{x, x}, 2, 0.0, Pair{0, 1}); };
  check("along the other", fused(along_pair)(3.0), 54);
  check("along the other, jvp", jvp(along_pair)(3.0, 1.0), 36);  // of 6 x x
  const auto at_zero = [&](double x) { return jvp(f)(0.0, Pair{x, 2}, 0, 1.0, Pair{x, 0}); };
  check("at zero", fused(at_zero)(3.0), 0);
  const auto nowhere = [&](double x) {
    const auto g = [](double u, double v) { return u * v + v; };
    const auto [y, t] = value_and_jvp(g)(x, 5.0, 0, 0.0);
    return y + t + jvp(g)(x, x, 0.0, 1.0) + jvp(g)(x, x, 1, 0);
  };
  check("nowhere", fused(nowhere)(3.0), 20 + 4 + 3);
  check("nowhere, grad", grad(nowhere)(3.0), 5 + 1 + 1);
  const auto bent = [](double x) {
    const auto root = [](double u, double v) { return std::sqrt(u) * v; };
    return jvp(root)(x, 2.0, 0.0, 1.0);
  };
  check("where nothing moves", fused(bent)(0.0), 0);
}

void depth() {
  // x^2 d/dy [ x d/dz (x y z^2 at z = y) at y = x ] = x^2 * d/dy [2 x^2 y^2] = 4 x^5
  const auto three = [](double x) {
    const auto middle = [x](double y) {
      const auto inner = [x, y](double z) { return x * y * z * z; };
      return x * grad(inner)(y);
    };
    return x * x * grad(middle)(x);
  };
  check("depth 3, value", fused(three)(2.0), 4 * 32);
  check("depth 3", grad(three)(2.0), 20 * 16);
  check("depth 3 forward", jvp(three)(2.0, 1.0), 20 * 16);
  check("depth 3, twice", grad(grad(three))(2.0), 80 * 8);
  // D_x sum_i grad(grad(y^4 x))(i), i = 1..3: sum 12 i^2 = 168
  const auto in_a_loop = [](double x, int n) {
    double s = 0;
    for (int i = 1; i <= n; ++i)
      s += grad(grad([&](double y) { return y * y * y * y * x; }))(double(i));
    return s;
  };
  check("grad of grad in a loop", grad(in_a_loop)(5.0, 3), 168);
  check("grad of grad in a loop, forward", jvp(in_a_loop)(5.0, 3, 1.0), 168);
}

void callables() {
  check("a function", grad([](double x) { return grad(cube)(x) * x; })(2.0), 9 * 4);
  check("fn", grad([](double x) { return grad(fn<cube>)(x); })(2.0), 12);
  check("an object", grad([](double x) { return grad(Scaled{x})(3.0); })(2.0), 6);
  const auto outside = grad([](double y) { return y * y * y; });
  check("made outside", grad([outside](double x) { return outside(x) * x; })(2.0), 9 * 4);
  const double w = 3;
  const auto holds = grad([w](double y) { return w * y * y; });
  check("made outside, with a capture", grad([&](double x) { return holds(x) * x; })(2.0), 24);
  const auto apply = [](auto f, double x) { return grad(f)(x); };
  check("through a template",
        grad([&](double x) { return apply([x](double y) { return y * y * x; }, 2.0); })(7.0), 4);
  const auto generic = [](auto y) { return y * y; };
  check("generic", grad([&](double x) { return grad(generic)(x) * x; })(3.0), 12);
  check("captures a function", grad([](double x) {
          const auto h = [x](double y) { return x * y * y; };
          return grad([&](double z) { return h(z) * z; })(2.0);
        })(1.0),
        12);
  check("vjp inside", grad([](double x) { return vjp(cube)(x, x); })(2.0), 9 * 4);
  check("fused inside", grad([](double x) { return fused(cube)(x); })(2.0), 12);
}

void newton() {
  // snippet: newton
  // The root of y^3 + y = x: dy/dx = 1 / (3 y^2 + 1); at x = 10, y = 2.
  const auto root = [](double x) {
    const auto f = [x](double y) { return y * y * y + y - x; };
    const auto slope = grad(f);
    double y = 1.5;
    for (int i = 0; i < 30; ++i) y -= f(y) / slope(y);
    return y;
  };
  check("newton", fused(root)(10.0), 2, 1e-12);
  check("newton, grad", grad(root)(10.0), 1.0 / 13, 1e-12);
  // end snippet
  check("newton, jvp", jvp(root)(10.0, 1.0), 1.0 / 13, 1e-12);
  // d2y/dx2 = -6 y / (3 y^2 + 1)^3
  check("newton, twice", grad(grad(root))(10.0), -12.0 / (13 * 13 * 13), 1e-12);
  const auto until = [](double x) {
    const auto f = [x](double y) { return y * y - x; };
    double y = x;
    while (f(y) > 1e-14 * x) y -= f(y) / grad(f)(y);
    return y;
  };
  check("newton until it is there", grad(until)(9.0), 1.0 / 6, 1e-9);
}

void tensors() {
  // |grad_v (w sum v^3)|^2 = 9 w^2 sum v^4
  const auto norm = [](double w, Vector<double> v) {
    const Vector<double> g = grad([&](Vector<double> u) { return w * sum(u * u * u); })(v);
    return sum(g * g);
  };
  const auto [dw, dv] = grad(norm)(2.0, {1, 2});
  check("gradient penalty", dw, 18 * 2 * 17);
  check("gradient penalty", dv(1), 9 * 4 * 4 * 8);
  const auto penalty = [](const Model& m, double x) {
    const auto loss = [&](const Model& q) { return q.w * q.w * sum(q.v * q.v) * x; };
    const auto [value, g] = value_and_grad(loss)(m);
    return value + sum(g.v * m.v) + g.w * g.kind;
  };
  // v = w^2 s x + 2 w^2 s x + 2 w s x k, s = sum v^2
  const Model d = grad<0>(penalty)(Model{3, {1, 2}, 5}, 2.0);
  check("struct", d.w, 6 * 3 * 5 * 2 + 2 * 5 * 2 * 5);
  check("struct", d.v(1), (3 * 9 * 2 + 2 * 3 * 2 * 5) * 4);
  check("struct", d.kind, 5);
  const auto of_span = [](std::span<const double> x, double a) {
    const auto f = [a](std::span<const double> y) {
      double s = 0;
      for (std::size_t i = 0; i < y.size(); ++i) s += a * y[i] * y[i] * y[i];
      return s;
    };
    const std::vector<double> g = grad(f)(x);
    double s = 0;
    for (std::size_t i = 0; i < g.size(); ++i) s += g[i] * x[i];
    return s;
  };
  const std::vector<double> x{1, 2};
  const auto [dx, da] = grad(of_span)(x, 2.0);
  check("span", dx[1], 3 * 2 * 3 * 4);
  check("span", da, 3 * 9);
  // matrices of different sizes meet in the inner function
  const auto products = [](Matrix<double> a, Matrix<double> b) {
    return sum(grad([&](Matrix<double> q) { return sum(matmul(q, b)); })(a));
  };
  const auto [pa, pb] = grad(products)({{1, 2}, {3, 4}, {5, 6}}, {{1}, {1}});
  check("sizes", pa(2, 1), 0);
  check("sizes", pb(1, 0), 3);
  bool refused = false;
  try {
    grad<1>(products)({{1, 2}}, {{1}, {1}, {1}});
  } catch (const Error&) {
    refused = true;
  }
  check("sizes that differ are refused", refused, 1);
}

}  // namespace

int main() {
  perturbations();
  directions();
  depth();
  callables();
  newton();
  tensors();
  return cases::summary("nested");
}
