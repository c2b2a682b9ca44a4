// Arguments and results of every scalar and struct kind, and the rules of DESIGN for results.
#include <tlaloc/tlaloc.h>

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "check.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;
using tlaloc::value_and_grad;
using tlaloc::value_and_jvp;

struct Point {
  double a, b;
};
struct Nest {
  Point p;
  float f;
  int n;
  std::array<double, 2> v;
};
struct Aux {
  double seen;
};
namespace {
struct Anonymous {
  double a, b;
};
}  // namespace
double loss(const Point& p, double x) { return p.a * x * x + p.b; }

void structs() {
  auto g = grad<0>([](Point p, double x) { return p.a * x + p.b; });
  const Point r = g({1, 2}, 3.0);
  check("struct, a", r.a, 3);
  check("struct, b", r.b, 1);
  auto [dp, dx] = grad([](const Point& p, double x) { return p.a * p.b * x; })(Point{2, 3}, 4);
  check("tuple", dp.a + dp.b + dx, 12 + 8 + 6);
  struct Local {
    double a, b;
  };
  check("local struct", grad([](Local l) { return l.a * l.b; })(Local{2, 3}).a, 3);
  check("anonymous struct", grad([](Anonymous l) { return l.a * l.b; })(Anonymous{2, 3}).b, 2);
  const auto n =
      grad([](Nest m) { return m.p.a * m.f * m.n + m.v[0] * m.v[1]; })(Nest{{2, 3}, 4, 5, {6, 7}});
  check("nested", n.p.a, 20);
  check("nested, untouched", n.p.b, 0);
  check("nested float", n.f, 10);
  check("array in a struct", n.v[0], 7);
  check("an integer member is copied", n.n, 5);
  check("function of a struct", grad<0>(loss)(Point{1, 2}, 3).a, 9);
}

void results() {
  auto f = [](double x, int n, float y) { return x * n * y; };
  static_assert(std::is_same_v<decltype(grad(f)(1.0, 2, 3.f)), std::tuple<double, float>>);
  const auto [dx, dy] = grad(f)(2.0, 3, 4.f);
  check("integers are skipped, x", dx, 12);
  check("integers are skipped, y", dy, 6);
  static_assert(std::is_same_v<decltype(grad<2, 0>(f)(1.0, 2, 3.f)), std::tuple<float, double>>);
  check("in the order written", std::get<0>(grad<2, 0>(f)(2.0, 3, 4.f)), 6);
  const auto [v, gs] = value_and_grad(f)(2.0, 3, 4.f);
  check("value", v, 24);
  check("value_and_grad", std::get<0>(gs), 12);
  const auto [with_aux, g] =
      value_and_grad([](double x) { return std::pair(x * x, Aux{3 * x}); })(2);
  check("aux: value", with_aux.first, 4);
  check("aux", with_aux.second.seen, 6);
  check("aux: gradient", g, 4);
}

void forward() {
  check("jvp", jvp([](double x, int n, double y) { return x * n * y; })(2, 3, 4, 1, 10), 12 + 60);
  const auto [y, t] = value_and_jvp([](double x) { return x * x; })(3, 2);
  check("value_and_jvp, value", y, 9);
  check("value_and_jvp", t, 12);
  const Point p = jvp([](double x) { return Point{x * x, 3 * x}; })(2, 1);
  check("struct result", p.a + p.b, 7);
  check("jvp of grad", jvp(grad([](double x) { return x * x * x; }))(2, 1), 12);
  check("generic jvp", jvp([](auto x, int n) { return x * n; })(2.0, 3, 1.0), 3);
  check("fused", tlaloc::fused([](double x) { return x * x; })(3), 9);
}

void sequences() {
  const std::vector<double> xs{1, 2, 3};
  auto dot = [](std::span<const double> x) {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i];
    return s;
  };
  static_assert(std::is_same_v<decltype(grad(dot)(xs)), std::vector<double>>);
  check("span", grad(dot)(xs)[2], 6);
  auto of_vector = [](const std::vector<double>& x) {
    double s = 0;
    for (double v : x) s += v * v * v;
    return s;
  };
  check("vector", grad(of_vector)(xs)[1], 12);
  check("array", grad([](std::array<double, 2> a) { return a[0] * a[1]; })({2, 3})[0], 3);
}

void references() {
  const double x = 3;
  check("const&", grad([](const double& y) { return y * y; })(x), 6);
  check("&&", grad([](double&& y) { return y * y; })(3.0), 6);
  check("float", grad([](float y) { return y * y; })(3.f), 6);
  check("integer result inside",
        grad([](double y) { return y * static_cast<double>(sizeof(int)); })(3), 4);
}

int main() {
  structs();
  results();
  forward();
  sequences();
  references();
  return cases::summary("types");
}
