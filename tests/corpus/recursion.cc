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

// f(k) = x + y / f(k - 1) of 1.01 x: what goes into a call hangs on what it gives.
ir::Graph fraction() {
  return of({f64(), f64(), i64()}, "fraction", [](const Es& x) {
    return if_(
        x[2] <= 0, [&] { return Es{x[0]}; },
        [&] { return Es{x[0] + x[1] / again("fraction", {x[0] * 1.01, x[1], x[2] - 1})}; });
  });
}
std::vector<double> fraction_gradient(double x, double y, int depth) {
  double scale = std::pow(1.01, depth), f = x * scale, fx = scale, fy = 0;
  for (int k = depth - 1; k >= 0; --k) {
    scale = std::pow(1.01, k);
    fx = scale - y / (f * f) * fx;
    fy = 1 / f - y / (f * f) * fy;
    f = x * scale + y / f;
  }
  return {fx, fy};
}

// The product of two halves, down to x + how often the way went right.
ir::Graph halves() {
  return of({f64(), i64()}, "halves", [](const Es& x) {
    return if_(
        x[1] < 2, [&] { return Es{x[0]}; },
        [&] {
          const E half = x[1] / 2;
          return Es{again("halves", {x[0], half}) * again("halves", {x[0] + 1, x[1] - half})};
        });
  });
}
void leaves(double x, int size, std::vector<double>& out) {
  if (size < 2) return out.push_back(x);
  leaves(x, size / 2, out);
  leaves(x + 1, size - size / 2, out);
}
double halves_slope(double x, int size) {
  std::vector<double> all;
  leaves(x, size, all);
  double product = 1, inverses = 0;
  for (double leaf : all) product *= leaf, inverses += 1 / leaf;
  return product * inverses;
}

// p(k) = the product of the 1 + x[i] p(k - 1): a call in each turn, whose value the next needs.
ir::Graph products() {
  return of({f64({n()}), i64()}, "products", [](const Es& x) {
    const auto level = [&] {
      return for_(size_of(n()), {num(1)}, [&](E i, const Es& c) {
        return Es{c[0] * (1 + at(x[0], i) * again("products", {x[0], x[1] - 1}))};
      });
    };
    return if_(x[1] == 0, [] { return Es{num(1)}; }, level);
  });
}
std::vector<double> products_gradient(const std::vector<double>& x, int depth) {
  double p = 1;
  std::vector<double> dp(x.size());
  for (int k = 0; k < depth; ++k) {
    double next = 1;
    for (double xi : x) next *= 1 + xi * p;
    std::vector<double> dnext(x.size());
    for (std::size_t j = 0; j < x.size(); ++j)
      for (std::size_t i = 0; i < x.size(); ++i)
        dnext[j] += next / (1 + x[i] * p) * ((i == j ? p : 0) + x[i] * dp[j]);
    p = next, dp = dnext;
  }
  return dp;
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
  out.push_back({"recursion_whose_value_its_cotangent_needs",
                 fraction(),
                 {scalar(1.2), scalar(0.7), count(5)},
                 fraction_gradient(1.2, 0.7, 5)});
  out.push_back(
      {"recursion_in_halves", halves(), {scalar(0.3), count(5)}, {{halves_slope(0.3, 5)}}});
  out.push_back(
      {"recursion_in_a_loop_of_products", products(), {v, count(2)}, products_gradient(x, 2)});
  return out;
}

std::vector<Recursion> recursions() {
  Array v = Array::zeros(DType::f64, {3});
  for (double& e : v.as_mutable<double>()) e = 0.7;
  std::vector<Recursion> out;
  out.push_back({"power", power(), {scalar(1.01), count(40)}});
  out.push_back({"in_a_loop", products_of_sums(), {v, count(7)}});
  out.push_back({"in_two_ways", two_before(), {scalar(0.8), count(14)}});
  out.push_back({"fraction", fraction(), {scalar(1.2), scalar(0.7), count(60)}});
  out.push_back({"halves", halves(), {scalar(0.01), count(300)}, 8});
  out.push_back({"products", products(), {v, count(6)}, 7});
  return out;
}

}  // namespace tlaloc::corpus
