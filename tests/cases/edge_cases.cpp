// Edges of tensors and norms, in each mode: the root of a sum of squares however it is written,
// labels that are no class, extremes that are NaN, strides as large as an integer.
// Conventions: docs/ties.md.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "check.h"

using namespace tlaloc;
using cases::check;

namespace {

using Lane = Axis<"lane">;
using Three = std::array<double, 3>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class X>
void check_all(const char* what, const X& got, double want) {
  for_each_leaf(
      [&](const auto& leaf) {
        if constexpr (requires { leaf.span(); })
          for (double e : leaf.span()) check(what, e, want);
        else if constexpr (requires { leaf.begin(); })
          for (double e : leaf) check(what, e, want);
        else
          check(what, leaf, want);
      },
      got);
}

/// A norm has slope 0 at 0, by reverse and by forward mode.
template <class F, class X>
void flat_at_zero(const char* what, F f, const X& zero, const X& t) {
  check_all(what, grad(f)(zero), 0);
  check(what, jvp(f)(zero, t), 0);
}

double squared(double x) { return x * x; }

void norms_of_numbers() {
  const Three zero{}, t{1, -2, 3};
  const auto by_loop = [](const Three& a) {
    double s = 0;
    for (int i = 0; i < 3; ++i) s += a[i] * a[i];
    return std::sqrt(s);
  };
  check_all("norm, loop", grad(by_loop)(zero), 0);
  check("norm, loop", jvp(by_loop)(zero, t), 0);
  check("norm, loop, elsewhere", grad(by_loop)({0, 3, 4})[2], 0.8);
  const auto by_range = [](const std::vector<double>& a) {
    double s = 0;
    for (double v : a) s += v * v;
    return std::sqrt(s);
  };
  check_all("norm, vector", grad(by_range)(std::vector<double>(3)), 0);
  const auto by_while = [](const Three& a) {
    double s = 0;
    int i = 0;
    while (i < 3 && s < 100) {
      const double d = a[i] - a[(i + 1) % 3];
      if (i != 1) s += d * d;
      ++i;
    }
    return std::sqrt(s);
  };
  check_all("norm, while and if", grad(by_while)({2, 2, 2}), 0);
  const auto by_powers = [](const Three& a) {
    return std::sqrt(std::pow(a[0], 2) + 3 * squared(a[1]) + squared(a[2]) / 2);
  };
  check_all("norm, powers", grad(by_powers)(zero), 0);
  check("norm, powers", jvp(by_powers)(zero, t), 0);
  check("norm, powers, elsewhere", grad(by_powers)({1, 1, 0})[1], 1.5);
  const auto in_float = [](double x) {
    const auto f = static_cast<float>(x);
    return static_cast<double>(std::sqrt(f * f));
  };
  check("norm, converted", grad(in_float)(0.0), 0);
  const auto by_iterators = [](const std::vector<double>& a) {
    return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0));
  };
  check_all("norm, inner_product", grad(by_iterators)(std::vector<double>(3)), 0);
  check("norm, inner_product, elsewhere", grad(by_iterators)({0, 3, 4})[2], 0.8);
  const auto by_blocks = [](const std::vector<double>& a) {
    return std::sqrt(std::transform_reduce(a.begin(), a.end(), a.begin(), 0.0));
  };
  check_all("norm, transform_reduce", grad(by_blocks)(std::vector<double>(7)), 0);
  const auto by_half = [](const std::vector<double>& a) {
    double s = 0;
    for (double v : a) s += v * v;
    return std::pow(s, 0.5);
  };
  check_all("norm, pow", grad(by_half)(std::vector<double>(3)), 0);
  check("norm, pow, elsewhere", grad(by_half)({0, 3, 4})[2], 0.8);
  check("norm, pow of a tensor", grad([](const Vector<double>& a) {
          return sum(pow(sum<1>(reshape(a * a, {1, 2})), 0.5));
        })({0, 0})(1),
        0);
  check("power above a half", grad([](double x) { return std::pow(x * x, 0.75); })(0.0), 0);
  // No sums of squares: the root's own slope.
  const auto neighbours = [](const std::vector<double>& a) {
    return std::sqrt(std::inner_product(a.begin() + 1, a.end(), a.begin(), 0.0));
  };
  check("neighbours' products", grad(neighbours)({0, 1})[0],
        std::numeric_limits<double>::infinity());
  check("a power of no square", grad([](double x) { return std::pow(x, 0.5); })(0.0),
        std::numeric_limits<double>::infinity());
  const auto not_square = [](double x, double y) { return std::sqrt(x * x * y); };
  check("a root that is none", grad<1>(not_square)(1.0, 0.0),
        std::numeric_limits<double>::infinity());
  const auto falls = [](double x) {
    double s = 0;
    for (int i = 0; i < 3; ++i) s += x;
    return std::sqrt(s);
  };
  check("a sum that is none", grad(falls)(0.0), std::numeric_limits<double>::infinity());
}

void norms_of_tensors() {
  const Vector<double> zero{0, 0}, t{1, -2};
  const auto by_dot = [](const Vector<double>& a) { return std::sqrt(dot(a, a)); };
  check_all("norm, dot", grad(by_dot)(zero), 0);
  check("norm, dot", jvp(by_dot)(zero, t), 0);
  check("norm, dot, elsewhere", grad(by_dot)({3, 4})(1), 0.8);
  const auto by_mean = [](const Vector<double>& a) { return std::sqrt(mean(a * a)); };
  check_all("norm, mean", grad(by_mean)(zero), 0);
  const auto rows = [](const Matrix<double>& a) { return sum(sqrt(sum<1>(2.0 * a * a))); };
  check_all("norm, rows", grad(rows)({{0, 0}, {0, 0}}), 0);
  const Tensor<double, Lane, Any> lanes{{0, 0}, {3, 4}};
  const auto by_lane = vmap<Lane>(grad(by_dot))(lanes);
  check("norm, lanes", by_lane(0, 0), 0);
  check("norm, lanes", by_lane(1, 0), 0.6);
}

template <class F>
void refuses(const char* what, F f) {
  bool refused = false;
  try {
    f();
  } catch (const Error& e) {
    refused = std::string_view(e.what()).find("[cross_entropy.c5]") != std::string_view::npos;
  }
  check(what, refused, true);
}

void labels() {
  using Logits = Tensor<double, Any, Any>;
  const Logits x{{1, 2}, {3, 5}};
  const auto loss = [](const Logits& a, const Vector<int>& i) { return cross_entropy(a, i); };
  refuses("label below 0, grad", [&] { grad(loss)(x, {0, -1}); });
  refuses("label, grad", [&] { grad(loss)(x, {2, 0}); });
  refuses("label, value_and_grad", [&] { value_and_grad(loss)(x, {2, 0}); });
  refuses("label, jvp", [&] { jvp(loss)(x, {2, 0}, x); });
  refuses("label, vjp", [&] { vjp(loss)(x, {2, 0}, 1.0); });
  const auto one = [](const Vector<double>& a, int i) { return cross_entropy(a, i); };
  const Tensor<double, Lane, Any> lanes{{1, 1}, {3, 4}};
  refuses("label, one", [&] { grad(one)({1, 2}, 2); });
  refuses("label, vmap", [&] { vmap<Lane>(one)(lanes, {0, 2}); });
  refuses("label, vmap of grad", [&] { vmap<Lane>(grad(one))(lanes, {0, 2}); });
  check("label, good", grad(one)({1, 1}, 0)(1), 0.5);
  // A lane that does not go there has no label to refuse.
  const auto guarded = [](const Vector<double>& a, int i) {
    return i < 2 ? cross_entropy(a, i) : 7 * a(0);
  };
  const auto values = vmap<Lane>(guarded)(lanes, {0, 2});
  check("label, masked", values(0), std::log(2.0));
  check("label, masked", values(1), 21);
  const auto slopes = vmap<Lane>(grad(guarded))(lanes, {0, 2});
  check("label, masked slope", slopes(0, 0), -0.5);
  check("label, masked slope", slopes(1, 0), 7);
}

void extremes() {
  const auto largest = [](const Vector<double>& a) { return max(a); };
  check_all("max of NaN", grad(largest)({0, kNaN, 1}), kNaN);
  check("max of NaN", jvp(largest)({0, kNaN, 1}, {1, 0, 0}), kNaN);
  const Vector<double> tie = grad(largest)({1, 3, 3});
  check("max, tie", tie(0), 0);
  check("max, tie", tie(2), 0.5);
  const auto columns = [](const Matrix<double>& a) { return sum(min<0>(a)); };
  const Matrix<double> g = grad(columns)({{kNaN, 2}, {1, 3}});
  check("min of NaN", g(1, 0), kNaN);
  check("min beside NaN", g(0, 1), 1);
  check("min beside NaN", g(1, 1), 0);
}

void strides() {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const Vector<double> x{1, 2, 3, 4, 5};
  const auto part = [](const Vector<double>& a, std::int64_t start, std::int64_t stride) {
    return sum(slice<0>(a, start, 5, stride) * 2.0);
  };
  check("slice, stride", fused(part)(x, 1, kMost), 4);
  const Vector<double> g = grad(part)(x, 1, kMost);
  check("slice, stride", g(1), 2);
  check("slice, stride", g(4), 0);
  check("slice, nothing", fused(part)(x, 5, kMost), 0);
  check("slice, two", grad(part)(x, 1, 3)(4), 2);
}

}  // namespace

int main() {
  norms_of_numbers();
  norms_of_tensors();
  labels();
  extremes();
  strides();
  return cases::summary("edge_cases");
}
