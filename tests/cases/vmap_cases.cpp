// vmap against a loop over single calls: arguments of every kind, markers, the place of the axis,
// nesting, and with derivatives inside and outside.
#include <tlaloc/tlaloc.h>

#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

using Batch = Axis<"batch">;

void scalars() {
  const auto f = [](double x, double y) { return std::sin(x) * y + y * y; };
  const auto g = vmap<Batch>(f);
  const Tensor<double, Batch> xs = {0.5, -1.0, 2.0}, ys = {1.0, 0.0, -3.0};
  const Tensor<double, Batch> v = g(xs, ys);
  for (int i = 0; i < 3; ++i) check("two scalars", v(i), f(xs(i), ys(i)));

  const auto one_shared = vmap<Batch>(f, batched, shared)(xs, 2.0);
  for (int i = 0; i < 3; ++i) check("a shared scalar", one_shared(i), f(xs(i), 2.0));

  const auto slopes = vmap<Batch>(grad<0>(f))(xs, ys);
  const auto pair = vmap<Batch>(grad(f))(xs, ys);
  const auto forward = vmap<Batch>(jvp(f), batched, batched, shared, batched)(xs, ys, 1.0, ys);
  for (int i = 0; i < 3; ++i) {
    check("vmap of grad", slopes(i), std::cos(xs(i)) * ys(i));
    check("vmap of grad, tuple 0", std::get<0>(pair)(i), std::get<0>(grad(f)(xs(i), ys(i))));
    check("vmap of grad, tuple 1", std::get<1>(pair)(i), std::get<1>(grad(f)(xs(i), ys(i))));
    check("vmap of jvp", forward(i), jvp(f)(xs(i), ys(i), 1.0, ys(i)));
  }
  const auto along = jvp(vmap<Batch>(f))(xs, ys, ys, xs);
  for (int i = 0; i < 3; ++i) check("jvp of vmap", along(i), jvp(f)(xs(i), ys(i), ys(i), xs(i)));

  check("no lanes", double(g(Tensor<double, Batch>(), Tensor<double, Batch>()).count()), 0);
  check("one lane", g({3.0}, {4.0})(0), f(3.0, 4.0));

  const auto unnamed = vmap<Any>(f);
  check("an axis without a name", unnamed({1.0, 2.0}, {3.0, 4.0})(1), f(2.0, 4.0));
  const auto four = vmap<Axis<"quad", 4>>(f, batched, shared);
  check("an axis of four", four({1.0, 2.0, 3.0, 4.0}, 0.5)(3), f(4.0, 0.5));

  bool refused = false;
  try {
    g({1.0, 2.0}, {1.0, 2.0, 3.0});
  } catch (const Error& e) {
    refused = e.id() == "vmap.c1";
  }
  check("batches of different sizes", refused, 1);
}

void whole_numbers_and_captures() {
  const double scale = 1.5;
  double offset = 1;
  const auto f = [scale, &offset](double x, int n, bool flip) {
    return flip ? scale * x * n : offset - x;
  };
  const auto g = vmap<Batch>(f, batched, batched, shared);
  const Tensor<double, Batch> xs = {0.5, -1.0};
  const Tensor<int, Batch> ns = {3, 4};
  offset = 2;
  for (bool flip : {true, false})
    for (int i = 0; i < 2; ++i) check("captures", g(xs, ns, flip)(i), f(xs(i), ns(i), flip));
}

void tensors() {
  const auto layer = [](const Vector<double>& x, const Matrix<double>& w, double b) {
    return tanh(contract(x, w, axes<0>, axes<0>)) + b;
  };
  const Tensor<double, Batch, Any> xs = {{1, 2}, {3, -4}, {0.5, 0}};
  const Matrix<double> w = {{0.1, 0.2, 0.3}, {-0.4, 0.5, 0.6}};
  const Tensor<double, Batch, Any> y = vmap<Batch>(layer, batched, shared, shared)(xs, w, 0.5);
  const auto row = [&](int i) { return Vector<double>{xs(i, 0), xs(i, 1)}; };
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) check("a layer", y(i, k), layer(row(i), w, 0.5)(k));

  const auto turned = vmap<Batch>(layer, batched_at<1>, shared, shared, out_at<1>);
  const Tensor<double, Any, Batch> ys = turned(transpose(xs), w, 0.5);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) check("the batch as axis 1", ys(k, i), y(i, k));

  const auto loss = [](const Vector<double>& x, const Matrix<double>& m) {
    return [](auto z) { return sum(z * z); }(tanh(contract(x, m, axes<0>, axes<0>)));
  };
  const auto each = vmap<Batch>(grad<1>(loss), batched, shared);
  const Tensor<double, Batch, Any, Any> g = each(xs, w);
  for (int i = 0; i < 3; ++i) {
    const Matrix<double> one = grad<1>(loss)(row(i), w);
    for (int k = 0; k < 6; ++k)
      check("a gradient an example", g(i, k / 3, k % 3), one(k / 3, k % 3));
  }
  const auto both = vmap<Batch>(value_and_grad<0>(loss), batched, shared)(xs, w);
  for (int i = 0; i < 3; ++i) {
    check("values beside gradients", both.first(i), loss(row(i), w));
    check("gradients beside values", both.second(i, 1), grad<0>(loss)(row(i), w)(1));
  }
}

// A bias whose size the types do not tell: the layer behind it hangs on a common size.
void mean_over_lanes() {
  const auto loss = [](const Matrix<double>& v, const Vector<double>& b, const Matrix<double>& w,
                       const Vector<double>& x) {
    const auto h = tanh(contract(x, v, axes<0>, axes<0>) + b);
    const auto y = contract(h, w, axes<0>, axes<0>);
    return sum(y * y);
  };
  const auto by_lanes = [=](const Matrix<double>& v, const Vector<double>& b,
                            const Matrix<double>& w, const Tensor<double, Batch, Any>& xs) {
    return mean(vmap<Batch>(loss, shared, shared, shared, batched)(v, b, w, xs));
  };
  const Matrix<double> v = {{1, 2, 0.5}, {0.3, -1, 0.2}}, w = {{1, 2}, {-1, 0.5}, {0.7, 0.1}};
  const Vector<double> b = {0.1, 0.2, -0.3};
  const Tensor<double, Batch, Any> xs = {{1, 0.2}, {-0.5, 0.8}};
  const auto [by_v, by_b] = grad<0, 1>(by_lanes)(v, b, w, xs);
  const auto one = [&](int i) {
    return grad<0, 1>(loss)(v, b, w, Vector<double>{xs(i, 0), xs(i, 1)});
  };
  const auto [v0, b0] = one(0);
  const auto [v1, b1] = one(1);
  for (int i = 0; i < 3; ++i) {
    check("grad of a mean over vmap", by_v(1, i), (v0(1, i) + v1(1, i)) / 2);
    check("grad of a mean over vmap, bias", by_b(i), (b0(i) + b1(i)) / 2);
  }
}

// torch #188084: lanes must not see each other's elements.
void rows_of_other_tools() {
  const auto ends = [](const Vector<double>& x) { return x(0) - x(2); };
  const auto g = vmap<Batch>(grad(ends))(Tensor<double, Batch, Any>{{1, 2, 3, 4}, {5, 6, 7, 8}});
  const double want[] = {1, 0, -1, 0};
  for (int i = 0; i < 8; ++i) check("pytorch #188084", g(i / 4, i % 4), want[i % 4]);
}

void spans_and_vectors() {
  const auto f = [](std::span<const double> x, const std::vector<double>& y) {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i] * y[i];
    return s;
  };
  const Tensor<double, Batch, Any> xs = {{1, 2}, {3, 4}, {5, 6}}, ys = {{2, 3}, {4, 5}, {6, 7}};
  const auto v = vmap<Batch>(f)(xs, ys);
  const auto g = vmap<Batch>(grad<0>(f))(xs, ys);
  for (int i = 0; i < 3; ++i) {
    check("span and vector", v(i), xs(i, 0) * xs(i, 0) * ys(i, 0) + xs(i, 1) * xs(i, 1) * ys(i, 1));
    for (int k = 0; k < 2; ++k) check("of their gradient", g(i, k), 2 * xs(i, k) * ys(i, k));
  }
}

void generic() {
  const auto f = [](auto x, const auto& w) { return sum(x * w); };
  const Tensor<float, Batch, Any> xs = {{1, 2}, {3, 4}};
  const auto y = vmap<Batch>(f, batched, shared)(xs, Vector<float>{10, 1});
  check("a generic lambda", y(1), 34);
}

}  // namespace

int main() {
  scalars();
  whole_numbers_and_captures();
  tensors();
  mean_over_lanes();
  rows_of_other_tools();
  spans_and_vectors();
  generic();
  return cases::summary("vmap");
}
