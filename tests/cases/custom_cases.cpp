// Derivatives that the user gives: what the rule says is what runs, at any order, and nothing else.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

struct Point {
  double x = 0;
  Vector<double> v;
  int n = 1;
};

void own_rules() {
  // 3 dy is no derivative of x^2: what runs is the rule
  const auto three = [](double x) {
    return custom_vjp([](double u) { return u * u; }, [](double, double dy) { return 3 * dy; })(x);
  };
  check("value", fused(three)(5.0), 25);
  check("the rule runs", grad(three)(5.0), 3);
  check("value and rule", value_and_grad(three)(5.0).first, 25);
  const auto top =
      custom_vjp([](double u) { return u * u; }, [](double u, double dy) { return 3 * dy * u; });
  check("a call is a call", top(5.0), 25);
  check("at top level", grad(top)(5.0), 15);
  check("at top level, twice", grad(grad(top))(5.0), 3);
  check("in a chain", grad([&](double x) { return std::sin(top(x * x)); })(1.0),
        std::cos(1.0) * 3 * 2);
  const auto forwards =
      custom_jvp([](double u) { return u * u; }, [](double u, double du) { return 5 * u * du; });
  check("forward rule", jvp(forwards)(2.0, 1.0), 10);
  check("forward rule, transposed", grad(forwards)(2.0), 10);
  check("forward rule, twice", grad(grad(forwards))(2.0), 5);
  const auto both =
      custom_vjp_jvp([](double u) { return u * u; }, [](double, double dy) { return 7 * dy; },
                     [](double, double du) { return 11 * du; });
  check("both, reverse", grad(both)(2.0), 7);
  check("both, forward", jvp(both)(2.0, 1.0), 11);
  // snippet: clipped
  const auto clipped = [](double x, double most) {
    const auto f =
        custom_vjp([](double u) { return u * u * u; },
                   [most](double u, double dy) { return std::clamp(3 * u * u * dy, -most, most); });
    return f(x) * 2;
  };
  check("a run-time capture of the rule", grad<0>(clipped)(10.0, 4.0), 4);
  // end snippet
  check("a run-time capture of the rule", grad<0>(clipped)(0.5, 4.0), 1.5);
  const double scale = 6;
  const auto scaled = custom_vjp([scale](double u) { return scale * u; },
                                 [&scale](double, double dy) { return dy / scale; });
  check("captures at top level", grad(scaled)(1.0), 1.0 / 6);
}

void shapes() {
  const auto f = [](double a, Vector<double> v) {
    const auto g =
        custom_vjp([](double s, Vector<double> u) { return std::pair(s * sum(u), s * u); },
                   [](double s, Vector<double> u, const std::pair<double, Vector<double>>& dy) {
                     return std::tuple(100 * dy.first * s, dy.second * u);
                   });
    const auto [total, all] = g(a, v);
    return total + sum(all * all);
  };
  // dy = (1, 2 s u)
  const auto [da, dv] = grad(f)(2.0, {3, 4});
  check("several results", da, 200);
  check("several arguments", dv(1), 2 * 2 * 4 * 4);
  const auto energy = [](const Point& p) {
    const auto g =
        custom_vjp([](const Point& q) { return q.x * sum(q.v); },
                   [](const Point& q, double dy) { return Point{dy * q.n, 10 * dy * q.v, q.n}; });
    return g(p) * 2;
  };
  const Point d = grad(energy)(Point{3, {4, 5}, 7});
  check("struct", d.x, 14);
  check("struct", d.v(1), 100);
  check("struct", d.n, 7);
  bool refused = false;
  try {
    grad([](Vector<double> x) {
      return sum(
          custom_vjp([](Vector<double> u) { return u * u; },
                     [](Vector<double>, Vector<double>) { return Vector<double>{1.0, 2.0}; })(x));
    })({1, 2, 3});
  } catch (const Error&) {
    refused = true;
  }
  check("another size is refused", refused, 1);
}

void higher_orders() {
  // clad PR 1996: x^2 y at (1, 3) with its own rule: H = [[6, 2], [2, 0]]
  const auto x2y = custom_vjp(
      [](double x, double y) { return x * x * y; },
      [](double x, double y, double dy) { return std::tuple(2 * x * y * dy, x * x * dy); });
  const auto h = hessian(x2y)(1.0, 3.0).dense();
  check("clad PR 1996", h(0, 0), 6);
  check("clad PR 1996", h(0, 1), 2);
  check("clad PR 1996", h(1, 0), 2);
  check("clad PR 1996", h(1, 1), 0);
  // pytorch #18619: a product whose rule is dy y / x, at ones
  const auto product = custom_vjp([](Vector<double> x) { return x(0) * x(1); },
                                  [](Vector<double> x, double dy) { return dy * x(0) * x(1) / x; });
  for (int i = 0; i < 2; ++i) {
    const auto p = jacobian_reverse(grad(product))({1, 1});
    check("pytorch #18619", p(0, 1), 1);
    check("pytorch #18619", p(1, 0), 1);
  }
  // inside an inner derivative: D_x [x D_y rule], the rule being 3 y dy
  const auto nested = [](double x) {
    const auto f =
        custom_vjp([](double y) { return y; }, [](double y, double dy) { return 3 * y * dy; });
    return x * grad([&](double y) { return f(y * x); })(2.0);
  };
  // x * 3 (2 x) x = 6 x^3
  check("in an inner gradient", fused(nested)(2.0), 48);
  check("in an inner gradient, outer", grad(nested)(2.0), 72);
  const auto in_a_loop = [](double x, int n) {
    const auto f =
        custom_vjp([](double y) { return y * y; }, [](double, double dy) { return 2 * dy; });
    double y = x;
    for (int i = 0; i < n; ++i) y = f(y);
    return y;
  };
  check("in a loop", grad(in_a_loop)(3.0, 5), 32);
  const auto lanes = [](Vector<double> x) {
    const auto f = custom_vjp([](Vector<double> u) { return u * u; },
                              [](Vector<double> u, Vector<double> dy) { return 3 * u * dy; });
    return f(x);
  };
  check("jacobian by its rule", jacobian_reverse(lanes)({1, 2})(1, 1), 6);
}

void checkpoints() {
  const auto chain = [](double x, int n) {
    const auto step = checkpoint([](double u) {
      double s = u;
      for (int k = 0; k < 3; ++k) s = std::sin(s) + s * s;
      return s;
    });
    double y = x;
    for (int i = 0; i < n; ++i) y = step(y) * 0.5;
    return y;
  };
  const auto plain = [](double x, int n) {
    double y = x;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) y = std::sin(y) + y * y;
      y = y * 0.5;
    }
    return y;
  };
  check("checkpoint", grad(chain)(0.1, 4), grad(plain)(0.1, 4), 1e-14);
  check("checkpoint forward", jvp(chain)(0.1, 4, 1.0), grad(plain)(0.1, 4), 1e-14);
  check("checkpoint twice", grad(grad(chain))(0.1, 4), grad(grad(plain))(0.1, 4), 1e-12);
  // one stack, of what goes in; without it one for each turn's insides
  const auto count = [](std::string_view text, std::string_view word) {
    int n = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
  };
  const std::string_view text = program(grad(chain)).text();
  check("the reverse sweep calls it again", count(text, "recompute") > 1, 1);
  check("nothing of its inside stands in the program", count(text, "@main"), 1);
  // a loop in it runs in segments: n states become about 2 sqrt(n)
  const auto long_loop = checkpoint([](double u, Vector<double> w, int n) {
    double s = u;
    for (int k = 0; k < n; ++k) s = std::sin(s) + w(k % 3) * s * s;
    return s;
  });
  const auto long_plain = [](double u, Vector<double> w, int n) {
    double s = u;
    for (int k = 0; k < n; ++k) s = std::sin(s) + w(k % 3) * s * s;
    return s;
  };
  for (int n : {0, 1, 2, 50, 101}) {
    const auto [by_u, by_w] = grad(long_loop)(0.1, {0.1, 0.2, -0.1}, n);
    const auto [want_u, want_w] = grad(long_plain)(0.1, {0.1, 0.2, -0.1}, n);
    check("a loop in segments", by_u, want_u, 1e-14);
    for (int i = 0; i < 3; ++i) check("a loop in segments", by_w(i), want_w(i), 1e-14);
  }
  check("segments", count(program(grad(long_loop)).text(), "@segment") > 0, 1);
  const auto until = [](double u, Vector<double> w, double most) {
    double s = u;
    int k = 0;
    while (s < most && k < 200) {
      s += 0.1 * std::cos(s) * w(k % 3);
      ++k;
    }
    return s * k;
  };
  const auto until_again = checkpoint(until);
  for (double most : {0.0, 0.2, 0.9, 1.3}) {
    const auto [by_u, by_w, by_most] = grad(until_again)(0.1, {0.6, 0.2, 0.5}, most);
    const auto [want_u, want_w, want_most] = grad(until)(0.1, {0.6, 0.2, 0.5}, most);
    check("a while loop in segments", by_u, want_u, 1e-13);
    check("a while loop in segments", by_most, want_most);
    for (int i = 0; i < 3; ++i) check("a while loop in segments", by_w(i), want_w(i), 1e-13);
    check("a while loop in segments, forwards",
          jvp(until_again)(0.1, {0.6, 0.2, 0.5}, most, 1.0, {0, 0, 0}, 0.0), want_u, 1e-13);
  }
  check("segments of a while loop", count(program(grad(until_again)).text(), "@segment") > 0, 1);
  const auto top = checkpoint([](Vector<double> x) { return sum(x * x * x); });
  check("at top level", grad(top)({1, 2})(1), 12);
}

}  // namespace

int main() {
  own_rules();
  shapes();
  higher_orders();
  checkpoints();
  return cases::summary("custom");
}
