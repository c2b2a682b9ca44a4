// vjp: reverse mode of functions with tensors, structs and several results, against the transpose
// of forward mode and closed forms.
#include <tlaloc/tlaloc.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

struct Point {
  double x = 0;
  Vector<double> v;
  int n = 3;
};

void plain() {
  check("scalar", vjp([](double x) { return x * x * x; })(2.0, 10.0), 120);
  const auto [a, b] = vjp([](double x, double y) { return x * y; })(3.0, 5.0, 2.0);
  check("two arguments", a, 10);
  check("two arguments", b, 6);
  check("one of two", vjp<1>([](double x, double y) { return x * y; })(3.0, 5.0, 2.0), 6);
  check("integers stay out", vjp([](double x, int k) { return x * k; })(3.0, 5, 2.0), 10);

  const Vector<double> squares = vjp([](Vector<double> x) { return x * x; })({1, 2}, {1, 10});
  check("tensor result", squares(0), 2);
  check("tensor result", squares(1), 40);

  const auto product = [](Matrix<double> p, Matrix<double> q) { return matmul(p, q); };
  const auto [dp, dq] = vjp(product)({{1, 2}, {3, 4}}, {{5}, {6}}, {{1}, {10}});
  check("ct . qT", dp(1, 1), 60);
  check("ct . qT", dp(0, 1), 6);
  check("pT . ct", dq(0, 0), 31);
  check("pT . ct", dq(1, 0), 42);
}

void structs() {
  const auto f = [](double a, Vector<double> v) { return Point{a * sum(v), a * v, 7}; };
  const auto [da, dv] = vjp(f)(2.0, {3, 4}, Point{10, {1, 100}, 0});
  check("struct cotangent", da, 10 * 7 + 3 + 400);
  check("struct cotangent", dv(0), 2 * 10 + 2 * 1);
  check("struct cotangent", dv(1), 2 * 10 + 2 * 100);

  const auto g = [](const Point& p) { return std::pair(p.x * p.x, p.v * p.x); };
  const Point d = vjp(g)(Point{3, {4, 5}, 9}, {10, Vector<double>{1, 2}});
  check("pair result", d.x, 60 + 4 + 10);
  check("pair result", d.v(1), 6);
  check("integers are copied", d.n, 9);

  const auto scaled = [](std::span<const double> x, double a) {
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = a * x[i] * x[i];
    return y;
  };
  const std::vector<double> x{1, 2, 3}, ct{1, 10, 100};
  const auto [dx, ds] = vjp(scaled)(x, 0.5, ct);
  check("span", dx[2], 300);
  check("span", ds, 1 + 40 + 900);
}

// <ct, J t> = <J^T ct, t>
void transposes() {
  const auto f = [](Vector<double> x, double s) {
    Vector<double> y = x;
    for (int i = 0; i < 3; ++i) y = tanh(y * s) + x;
    return y;
  };
  const Vector<double> x{0.3, -0.7, 1.1}, t{1, -2, 0.5}, ct{0.2, 3, -1};
  const Vector<double> forwards = jvp(f)(x, 0.8, t, 0.25);
  const auto [dx, ds] = vjp(f)(x, 0.8, ct);
  check("transpose", sum(ct * forwards), sum(dx * t) + ds * 0.25, 1e-13);
}

void captures_and_paths() {
  const double w = 4;
  const Vector<double> shift{1, 2};
  const Vector<double> d =
      vjp([w, &shift](Vector<double> x) { return w * x * shift; })({1, 1}, {1, 10});
  check("captures", d(1), 80);
  const auto square_all = [](Vector<double> x, Vector<double> ct) { return sum(x * x * ct); };
  const Vector<double> g = grad<0>(square_all)({1, 2}, {3, 4});
  check("the same by grad", g(1), 16);
  // d/dx of ct * 3x^2
  const auto [dx, dct] = grad(vjp([](double x) { return x * x * x; }))(2.0, 10.0);
  check("grad of vjp", dx, 120);
  check("grad of vjp, by the cotangent", dct, 12);
  check("jvp of vjp", jvp(vjp([](double x) { return x * x * x; }))(2.0, 10.0, 1.0, 0.0), 120);
  check("generic",
        vjp([](auto x, auto y) { return x * y; })(3.0, 5.0, 2.0) == std::tuple(10.0, 6.0), 1);
}

// The result's size is an integer argument, or comes of one: the cotangent bears its own.
void sizes_of_the_run() {
  const auto cut = [](const Vector<double>& x, int s, int e) { return slice(x * x, {s}, {e}); };
  const Vector<double> x{1, 2, 3, 4};
  const Vector<double> dx = vjp(cut)(x, 1, 3, Vector<double>{10, 100});
  const double want[] = {0, 40, 600, 0};
  for (int i = 0; i < 4; ++i) check("slice", dx(i), want[i]);
  std::string message;
  try {
    vjp(cut)(x, 1, 3, Vector<double>{1, 2, 3});
  } catch (const Error& e) {
    message = e.what();
  }
  const auto says = [&](const char* what) { return message.find(what) != std::string::npos; };
  check("a cotangent of another size",
        says("vjp: a cotangent has another size than its result: got 3, expected 2 [size.c1]"), 1);
  check("the function's line", says("vjp_cases.cpp:"), 1);

  const auto repeated = [](double a, int n) { return broadcast(a * a, {n, 2}); };
  check("broadcast", vjp(repeated)(3.0, 3, Matrix<double>{{1, 2}, {3, 4}, {5, 6}}), 126);
  const auto steps = [](double a, int n) {
    std::vector<double> v(n);
    for (int i = 0; i < n; ++i) v[i] = i * a * a;
    return v;
  };
  check("vector", vjp(steps)(3.0, 4, std::vector<double>{1, 1, 1, 10}), 198);
  check("none", vjp(steps)(3.0, 0, std::vector<double>{}), 0);
  // (sum of x, x0 x1, x1 x1)
  const auto two = [](const Vector<double>& v, int n) {
    return std::pair(sum(v), slice(v, {0}, {n}) * v(1));
  };
  const Vector<double> d = vjp(two)(x, 2, std::pair(100.0, Vector<double>{1, 10}));
  const double both[] = {102, 141, 100, 100};
  for (int i = 0; i < 4; ++i) check("one of two results", d(i), both[i]);

  using Lane = Axis<"lane">;
  const Tensor<double, Lane, Any> xs{{1, 2, 3}, {4, 5, 6}}, cts{{1, 2}, {3, 4}};
  const auto lanes = vmap<Lane>(vjp(cut), batched, shared, shared, batched)(xs, 0, 2, cts);
  const double by_lane[] = {2, 8, 0, 24, 40, 0};
  for (int i = 0; i < 6; ++i) check("lanes", lanes(i / 3, i % 3), by_lane[i]);
  const auto summed = [&](const Vector<double>& v) {
    return sum(vjp(cut)(v, 1, 3, Vector<double>{10, 100}));
  };
  check("forward over it", jvp(summed)(x, Vector<double>{1, 1, 1, 1}), 220);
}

}  // namespace

int main() {
  plain();
  structs();
  transposes();
  captures_and_paths();
  sizes_of_the_run();
  return cases::summary("vjp");
}
