// Functions that call themselves.
#include <cmath>

#include "corpus/programs.h"
#include "corpus/write.h"

namespace tlaloc::corpus {
namespace {

using back::Array;

Array scalar(double v) { return Array::scalar(v); }
Array count(std::int64_t v) { return Array::scalar(v); }

/// main calls f with all of its parameters.
ir::Graph of(const std::vector<ir::Type>& params, const std::string& name,
             const std::function<Es(const Es&)>& body) {
  ir::Graph g = program(params, [&](const Es& x) { return call(name, x, {f64()}); });
  g.functions.push_back(function(name, params, body));
  return g;
}
E again(const std::string& name, const Es& x) { return call(name, x, {f64()})[0]; }

// x^k
ir::Graph power() {
  return of({f64(), i64()}, "power", [](const Es& x) {
    return if_(
        x[1] > 0, [&] { return Es{x[0] * again("power", {x[0], x[1] - 1})}; },
        [&] { return Es{num(1)}; });
  });
}

// The product, over k = depth ... 1, of the alternating sum of the x[i] with (i + k) % 3 != 0: with
// a call in each turn, as a determinant is by its minors.
ir::Graph products_of_sums() {
  return of({f64({n()}), i64()}, "sums", [](const Es& x) {
    const auto level = [&] {
      return Es{for_(size_of(n()), {num(0), num(1)}, [&](E i, const Es& c) {
        return if_((i + x[1]) % 3 == 0, [&] { return c; },
                   [&] {
                     return Es{c[0] + c[1] * at(x[0], i) * again("sums", {x[0], x[1] - 1}),
                               num(0) - c[1]};
                   });
      })[0]};
    };
    return if_(x[1] == 0, [] { return Es{num(1)}; }, level);
  });
}
double sum_of_level(const std::vector<double>& x, int k, std::vector<double>& signs) {
  double sum = 0, sign = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    signs.push_back((static_cast<int>(i) + k) % 3 == 0 ? 0 : sign);
    sum += signs.back() * x[i];
    if (signs.back() != 0) sign = -sign;
  }
  return sum;
}
std::vector<double> products_of_sums_gradient(const std::vector<double>& x, int depth) {
  std::vector<double> sums, out(x.size());
  std::vector<std::vector<double>> signs(static_cast<std::size_t>(depth));
  for (int k = 1; k <= depth; ++k)
    sums.push_back(sum_of_level(x, k, signs[static_cast<std::size_t>(k - 1)]));
  for (std::size_t k = 0; k < sums.size(); ++k) {
    double others = 1;
    for (std::size_t j = 0; j < sums.size(); ++j) others *= j == k ? 1 : sums[j];
    for (std::size_t i = 0; i < x.size(); ++i) out[i] += signs[k][i] * others;
  }
  return out;
}

// f(k) = x f(k - 1) + sin(x) f(k - 2), from f(1) = x, f(0) = 1.
ir::Graph two_before() {
  return of({f64(), i64()}, "two_before", [](const Es& x) {
    return if_(
        x[1] < 2,
        [&] { return if_(x[1] == 1, [&] { return Es{x[0]}; }, [] { return Es{num(1)}; }); },
        [&] {
          return Es{x[0] * again("two_before", {x[0], x[1] - 1}) +
                    sin(x[0]) * again("two_before", {x[0], x[1] - 2})};
        });
  });
}
double two_before_slope(double x, int depth) {
  double f[] = {1, x}, df[] = {0, 1};
  for (int k = 2; k <= depth; ++k) {
    const double next = x * f[1] + std::sin(x) * f[0];
    const double slope = f[1] + x * df[1] + std::cos(x) * f[0] + std::sin(x) * df[0];
    f[0] = f[1], f[1] = next, df[0] = df[1], df[1] = slope;
  }
  return df[1];
}

}  // namespace

std::vector<Program> recursive_programs() {
  const std::vector<double> x{0.7, -1.2, 0.4, 1.5, 0.3};
  Array v = Array::zeros(DType::f64, {5});
  for (std::size_t i = 0; i < x.size(); ++i) v.as_mutable<double>()[i] = x[i];
  std::vector<Program> out;
  out.push_back(
      {"recursion_in_a_loop", products_of_sums(), {v, count(3)}, products_of_sums_gradient(x, 3)});
  out.push_back({"recursion_in_two_ways",
                 two_before(),
                 {scalar(0.8), count(6)},
                 {{two_before_slope(0.8, 6)}}});
  return out;
}

std::vector<Recursion> recursions() {
  Array v = Array::zeros(DType::f64, {3});
  for (double& e : v.as_mutable<double>()) e = 0.7;
  std::vector<Recursion> out;
  out.push_back({"power", power(), {scalar(1.01), count(40)}});
  out.push_back({"in_a_loop", products_of_sums(), {v, count(7)}});
  out.push_back({"in_two_ways", two_before(), {scalar(0.8), count(14)}});
  return out;
}

}  // namespace tlaloc::corpus
