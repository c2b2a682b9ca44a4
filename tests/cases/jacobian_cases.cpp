// jacobian, jacobian_reverse, hessian, hvp against closed forms and against each other.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

struct In {
  double a = 0;
  Vector<double> b;
  int n = 2;
};
struct Out {
  Vector<double> v;
  double s = 0;
};

using Row = Axis<"row">;
using Column = Axis<"column", 2>;

template <class A, class B>
void same(const char* what, const A& a, const B& b) {
  check(what, allclose(a, b, 1e-12, 1e-12), 1);
}

void scalars() {
  check("scalar", jacobian([](double x) { return x * x * x; })(2.0), 12);
  check("scalar, reverse", jacobian_reverse([](double x) { return x * x * x; })(2.0), 12);
  check("second", hessian([](double x) { return x * x * x; })(2.0), 12);
  const auto f = [](double x, double y) { return x * x * y + std::sin(y); };
  const auto j = jacobian(f)(3.0, 5.0);
  check("two arguments", j.block<0>(), 30);
  check("two arguments", j.block<1>(), 9 + std::cos(5.0));
  check("two arguments, dense", j.dense()(0, 0), 30);
  const auto h = hessian(f)(3.0, 5.0);
  check("hessian of two", h.block<0, 0>(), 10);
  check("hessian of two", h.block<0, 1>(), 6);
  check("hessian of two", h.block<1, 0>(), 6);
  check("hessian of two", h.block<1, 1>(), -std::sin(5.0));
  check("hessian of two, dense", h.dense()(1, 0), 6);
  const auto [hx, hy] = hvp(f)(3.0, 5.0, 1.0, 10.0);
  check("hvp of two", hx, 70);
  check("hvp of two", hy, 6 - 10 * std::sin(5.0));
  const auto polar = jacobian([](double r, double t) {
                       return std::pair(r * std::cos(t), r * std::sin(t));
                     })(2.0, 0.5)
                         .dense();
  check("polar", polar(0, 1), -2 * std::sin(0.5));
  check("polar", polar(1, 0), std::sin(0.5));
  const auto rosenbrock = [](double x, double y) {
    return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x);
  };
  const auto r = hessian(rosenbrock)(1.0, 1.0).dense();
  check("rosenbrock", r(0, 0), 802);
  check("rosenbrock", r(0, 1), -400);
  check("rosenbrock", r(1, 1), 200);
}

void tensors() {
  const Vector<double> x{1, 2, 3};
  const auto cubes = [](Vector<double> v) { return v * v * v; };
  const Matrix<double> j = jacobian(cubes)(x);
  check("diagonal", j(1, 1), 12);
  check("diagonal", j(1, 2), 0);
  same("both modes", j, jacobian_reverse(cubes)(x));
  check("of a scalar", jacobian([](double s) { return Vector<double>{0.0, 0.0} + s * s; })(3.0)(1),
        6);
  const Vector<double> g = jacobian([](Vector<double> v) { return sum(v * v); })(x);
  check("to a scalar", g(2), 6);
  same("to a scalar, reverse", g, jacobian_reverse([](Vector<double> v) { return sum(v * v); })(x));
  // softmax: diag(s) - s sT
  const auto probabilities = [](Vector<double> v) { return softmax(v); };
  const Matrix<double> p = jacobian(probabilities)(x);
  const Vector<double> s = softmax(x);
  check("softmax", p(0, 1), -s(0) * s(1), 1e-14);
  check("softmax", p(2, 2), s(2) - s(2) * s(2), 1e-14);
  same("softmax, reverse", p, jacobian_reverse(probabilities)(x));
  // d(a b)_ij / d b_kl = a_ik [j = l]
  const Matrix<double> a{{1, 2}, {3, 4}, {5, 6}}, b{{7, 8}, {9, 10}};
  const auto product = [a](Matrix<double> q) { return matmul(a, q); };
  const Tensor<double, Any, Any, Any, Any> d = jacobian(product)(b);
  check("product", d(2, 1, 0, 1), 5);
  check("product", d(2, 1, 0, 0), 0);
  same("product, reverse", d, jacobian_reverse(product)(b));
  // the same function at other sizes, an empty one among them
  check("other sizes", jacobian(cubes)(Vector<double>{2, 0})(0, 0), 12);
  check("no elements", jacobian(cubes)(zeros<double>(0)).count(), 0);
  // names: the argument's get a prime where they stand already
  const Tensor<double, Row, Column> named{{1, 2}, {3, 4}, {5, 6}};
  const auto sums = [](Tensor<double, Row, Column> t) { return sum<1>(t * t); };
  const Tensor<double, Row, Axis<"row'">, Column> n = jacobian(sums)(named);
  check("named", n(1, 1, 0), 6);
  check("named", n(1, 0, 0), 0);
  same("named, reverse", n, jacobian_reverse(sums)(named));
}

void second_order() {
  const Vector<double> x{1, 2, 3}, v{1, 10, 100};
  const auto f = [](Vector<double> u) { return sum(u * u * u) * sum(u); };
  const Matrix<double> h = hessian(f)(x);
  // d2 = 6 u_i sum(u) [i = j] + 3 u_i^2 + 3 u_j^2
  check("hessian", h(1, 1), 6 * 2 * 6 + 12 + 12);
  check("hessian", h(0, 2), 3 + 27);
  same("symmetric", h, transpose(h));
  same("hvp", hvp(f)(x, v), sum<1>(h * v));
  same("reverse over reverse", h, jacobian_reverse(grad(f))(x));
  same("forward over forward", h, jacobian(jacobian(f))(x));
  // pytorch #773: product of (2, 0, 4): H01 = 4, H02 = 0, H12 = 2
  const auto product = [](std::span<const double> u) {
    double p = 1;
    for (double e : u) p *= e;
    return p;
  };
  const std::vector<double> point{2, 0, 4};
  const Matrix<double> hp = hessian(product)(point);
  check("pytorch #773", hp(0, 1), 4);
  check("pytorch #773", hp(0, 2), 0);
  check("pytorch #773", hp(1, 2), 2);
  const std::vector<double> hv = hvp(product)(point, std::vector<double>{1, 10, 100});
  check("pytorch #773, hvp", hv[1], 4 + 200);
}

void loops() {
  const auto scaled = [](std::span<const double> x, double a) {
    std::vector<double> y(x.size());
    double running = 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] > 0)
        running *= x[i];
      else
        running += a;
      y[i] = running;
    }
    return y;
  };
  const std::vector<double> x{2, -1, 3};
  const auto j = jacobian(scaled)(x, 0.5);
  const Matrix<double> by_x = j.block<0>();
  check("loop", by_x(0, 0), 1);
  check("loop", by_x(2, 0), 3);
  check("loop", by_x(2, 2), 2.5);
  check("loop", by_x(1, 2), 0);
  const std::vector<double> by_a = j.block<1>();
  check("loop, by a scalar", by_a[2], 3);
  same("loop, dense", j.dense(), jacobian_reverse(scaled)(x, 0.5).dense());
  const auto until = [](Vector<double> u) {
    double s = sum(u * u);
    while (s > 1) s = s / 2;
    return s * u;
  };
  const Vector<double> u{1, 2};
  // s = |u|^2 / 8: d(s u_i)/du_j = u_i 2 u_j / 8 + s [i = j]
  const Matrix<double> w = jacobian(until)(u);
  check("while", w(0, 1), 0.5);
  check("while", w(1, 1), 1 + 0.625);
  same("while, reverse", w, jacobian_reverse(until)(u));
}

void structs() {
  // snippet: blocks
  const auto f = [](const In& p, double c) {
    return Out{p.b * p.a * c, p.a * p.a * sum(p.b) * p.n};
  };
  const In at{3, {1, 2}, 2};
  const auto j = jacobian(f)(at, 5.0);
  const auto model = j.block<&Out::v, 0>();
  const Vector<double> by_a = model.block<&In::a>();
  check("struct", by_a(1), 10);
  const Matrix<double> by_b = model.block<&In::b>();
  check("struct", by_b(1, 1), 15);
  check("struct", by_b(0, 1), 0);
  check("struct", j.block<&Out::s, 1>(), 0);
  check("struct", j.block<&Out::s, 0>().block<&In::a>(), 6 * 3 * 2);
  const Matrix<double> dense = j.dense();  // 3 numbers in Out by 4 in In and c
  // end snippet
  check("dense", dense.size(0), 3);
  check("dense", dense.size(1), 4);
  check("dense", dense(2, 0), 36);
  check("dense", dense(2, 1), 18);
  check("dense", dense(1, 3), 6);
  same("dense, reverse", dense, jacobian_reverse(f)(at, 5.0).dense());
  const auto energy = [](const In& p) { return p.a * p.a * sum(p.b * p.b) * p.n; };
  const auto h = hessian(energy)(at);
  check("hessian", h.block<&In::a, &In::a>(), 4 * 5.0);
  const Vector<double> ab = h.block<&In::a, &In::b>();
  check("hessian", ab(1), 8 * 3 * 2);
  const Matrix<double> bb = h.block<&In::b, &In::b>();
  check("hessian", bb(0, 0), 4 * 9);
  same("hessian, symmetric", h.dense(), transpose(h.dense()));
  const In d = hvp(energy)(at, In{1, {0, 1}, 0});
  check("hvp", d.a, 20 + 48);
  check("hvp", d.b(1), 48 + 36);
  const std::array<double, 2> pair{3, 4};
  const auto squares = [](const std::array<double, 2>& q) {
    return std::tuple(q[0] * q[1], q[0] * q[0]);
  };
  check("array", jacobian(squares)(pair).block<0, 1>(), 3);
  check("array", jacobian(squares)(pair).dense()(1, 0), 6);
}

// Forward mode needs no size of the result before it runs.
void size_of_the_result() {
  const auto powers = [](std::span<const double> x, int n) {
    std::vector<double> y(2 * n);
    for (int i = 0; i < 2 * n; ++i) y[i] = i * x[0] * x[i % 2];
    return y;
  };
  for (int n : {0, 1, 3}) {
    const std::vector<double> x{3, 5};
    for (const Matrix<double>& j : {jacobian(powers)(x, n), jacobian_reverse(powers)(x, n)}) {
      check("rows", double(j.size(0)), 2 * n);
      for (int i = 0; i < 2 * n; ++i) {
        check("run-time result", j(i, 0), i % 2 == 0 ? 6 * i : 5 * i);
        check("run-time result", j(i, 1), i % 2 == 0 ? 0 : 3 * i);
      }
    }
  }
  // Two results, one of which has a size that the run tells; a size that comes of data.
  const auto two = [](const Vector<double>& v, int n) {
    return std::pair(sum(v * v), slice(v, {0}, {n}) * v(1));
  };
  const auto blocks = jacobian_reverse(two)({2, 3, 5}, 2);
  check("to the sum", blocks.block<0>()(2), 10);
  check("to the slice", blocks.block<1>()(0, 0), 3);
  check("to the slice", blocks.block<1>()(0, 1), 2);
  check("to the slice", blocks.block<1>()(1, 1), 6);
  const auto counted = [](const Vector<double>& v, const Vector<int>& is) {
    int n = 0;
    for (int k = 0; k < is.size(0); ++k)
      if (is(k) > 0) n += 2;
    return slice(v, {0}, {n}) * sum(v);
  };
  const Matrix<double> j = jacobian_reverse(counted)({1, 2, 3}, {1, 0, -1});
  const double want[] = {7, 1, 1, 2, 8, 2};
  check("rows", double(j.size(0)), 2);
  for (int i = 0; i < 6; ++i) check("counted", j(i / 3, i % 3), want[i]);
  const auto repeated = [](double a, int n) { return broadcast(a * a, {n, 2}); };
  const auto r = jacobian_reverse(repeated)(3.0, 3);
  check("repeated", double(r.size(0)), 3);
  check("repeated", r(2, 1), 6);
  const auto nested = [repeated](double a) { return sum(jacobian_reverse(repeated)(a, 4)); };
  check("nested", grad(nested)(3.0), 16);
  using Lane = Axis<"lane">;
  const auto lanes =
      vmap<Lane>(jacobian_reverse(powers), batched, shared)(Matrix<double>{{3, 5}, {1, 2}}, 2);
  check("lanes", lanes(1, 2, 0), 4);
  check("lanes", lanes(0, 3, 0), 15);
  check("lanes", lanes(0, 3, 1), 9);
}

// Rows of arrays, one number for each direction, that turns read and write where an integer says.
std::vector<double> chain(std::span<const double> x, std::span<const int> parents) {
  const int n = int(parents.size());
  std::vector<double> placed(2 * n), sums(3);
  for (int i = 0; i < n; ++i) {
    const int up = parents[i];
    double s = x[i];
    if (up >= 0) s += placed[2 * up] * std::cos(x[i]);
    for (int k = 0; k < 2; ++k) placed[2 * i + k] = s * (k + 1) + x[k] * x[i];
    const double before = placed[2 * i];
    placed[2 * i] = 0.5 * placed[2 * i + 1];
    sums[i % 3] += before * placed[2 * i];
    sums[0] = sums[i % 3] * 0.5 + sums[0];
  }
  return sums;
}

void arrays_in_loops() {
  const std::vector<double> x{0.3, -0.7, 1.1, 0.2, 0.9};
  for (const std::vector<int>& parents : {std::vector<int>{-1, 0, 1, 0, 3}, {}, {-1, -1, 0}}) {
    const Matrix<double> j = jacobian(chain)(x, parents);
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::vector<double> along(x.size());
      along[k] = 1;
      const std::vector<double> column = jvp(chain)(x, parents, along);
      for (int i = 0; i < 3; ++i) check("chain", j(i, k), column[i]);
    }
    same("chain, reverse", j, jacobian_reverse(chain)(x, parents));
    const auto total = [](std::span<const double> u, std::span<const int> p) {
      const std::vector<double> s = chain(u, p);
      return s[0] + s[1] * s[2];
    };
    const Matrix<double> h = hessian(total)(x, parents);
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::vector<double> along(x.size());
      along[k] = 1;
      const std::vector<double> column = hvp(total)(x, parents, along);
      for (std::size_t i = 0; i < x.size(); ++i) check("chain, twice", h(i, k), column[i]);
    }
  }
}

void captures_and_nesting() {
  const double w = 7;
  const Vector<double> shift{1, 2};
  const auto f = [w, &shift](Vector<double> x) { return w * x * shift; };
  check("captures", jacobian(f)({5, 6})(1, 1), 14);
  // the determinant of a Hessian, differentiated: H = [[2 y, 2 x], [2 x, 0]], det = -4 x^2
  const auto g = [](double x) {
    const auto h = hessian([](double a, double b) { return a * a * b; })(x, 1.0);
    return h.block<0, 0>() * h.block<1, 1>() - h.block<0, 1>() * h.block<1, 0>();
  };
  check("hessian inside", grad(g)(3.0), -24);
  // the trace of a Hessian: sum 12 x^2 w; by w and x
  const auto laplacian = [](Vector<double> x, double s) {
    const auto energy = [s](Vector<double> u) { return s * sum(u * u * u * u); };
    const Matrix<double> h = hessian(energy)(x);
    double t = 0;
    for (int i = 0; i < x.size(0); ++i) t += h(i, i);
    return t;
  };
  const auto [dx, ds] = grad(laplacian)({1, 2}, 3.0);
  check("laplacian", dx(1), 24 * 2 * 3);
  check("laplacian", ds, 12 * 5);
  const Matrix<double> of_grad =
      jacobian(grad([](Vector<double> x) { return sum(x * x * x); }))({1, 2});
  check("jacobian of grad", of_grad(1, 1), 12);
}

void generic_and_mixed() {
  const auto cubes = [](auto v) { return v * v * v; };
  check("generic scalar", jacobian(cubes)(2.0), 12);
  check("generic tensor", jacobian(cubes)(Vector<double>{1, 2})(1, 1), 12);
  check("generic hessian", hessian(cubes)(2.0), 12);
  check("generic hvp", hvp(cubes)(2.0, 3.0), 36);
  check("float", jacobian([](Vector<float> x) { return x * 2.0f; })({1, 2})(1, 1), 2);
  check("hessian of hvp-ish",
        grad([](double x) { return hvp([](double y) { return y * y * y * y; })(x, 1.0); })(2.0),
        48);
  const auto both = [](Vector<double> x, double s, int n) {
    return std::pair(x * s, sum(x) * s * n);
  };
  const auto j = jacobian(both)({1, 2}, 3.0, 4);
  check("pair", j.block<0, 0>()(1, 1), 3);
  check("pair", j.block<1, 1>(), 12);
  check("pair", j.block<1, 0>()(1), 12);
  const auto jr = jacobian_reverse(both)({1, 2}, 3.0, 4);
  check("pair", allclose(jr.dense(), j.dense()), 1);
  const auto nan_safe = [](Vector<double> x) { return where(x > 0, sqrt(x), x); };
  const auto n = jacobian(nan_safe)({0, 4});
  check("masked", n(0, 0), 1);
  check("masked", n(0, 1), 0);
  const auto nr = jacobian_reverse(nan_safe)({0, 4});
  check("masked", nr(0, 0), 1);
  check("masked", nr(1, 1), 0.25);
  const auto recursive = [](Vector<double> x) {
    return jacobian([x](Vector<double> y) { return y * x * x; })(x)(1, 1);
  };
  check("jacobian in grad", grad(recursive)({1, 3})(1), 6);
}

}  // namespace

int main() {
  generic_and_mixed();
  scalars();
  tensors();
  second_order();
  loops();
  structs();
  size_of_the_result();
  arrays_in_loops();
  captures_and_nesting();
  return cases::summary("jacobian");
}
