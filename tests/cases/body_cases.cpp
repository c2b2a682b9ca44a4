// What people write in bodies: std::optional, shapes, allclose, transformations of lanes inside
// functions that are transformed, arrays of tensors, generic functions called with several types.
#include <tlaloc/tlaloc.h>

#include <array>
#include <optional>
#include <utility>

#include "numeric.h"

using cases::check;
using namespace tlaloc;

namespace {

// ---- std::optional -----------------------------------------------------------------------------

double best_product(double x, double y) {
  std::optional<double> best;
  for (int i = 0; i < 4; ++i) {
    const double v = x * i - y * i * i;
    if (!best || *best < v) best = v;
  }
  return *best * x;
}
std::optional<double> root(double x) {
  if (x < 0) return std::nullopt;
  return std::sqrt(x);
}
double root_or_line(double x, double y) {
  const auto r = root(x);
  return r.value_or(3 * x) * y + (r ? y : 2 * y);
}
double first_above(std::span<const double> x, double bound) {
  std::optional<std::pair<double, int>> found;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!found.has_value() && x[i] > bound) found = std::pair(x[i] * bound, int(i));
  if (!found) return bound;
  return found->first * (1 + found->second);
}
double assigned(double x) {
  std::optional<double> a = 2, b;
  b = a;
  b.emplace(x * *b);
  a.reset();
  std::optional<double> c(std::move(b));
  c = *c * x;
  b = std::nullopt;
  return c.value() + (a == b ? x : 5 * x) + (c != a ? x : 7 * x);
}

void optionals() {
  NUMBERS("the best so far", best_product, 1.3, 0.4);
  NUMBERS("the best so far", best_product, 0.2, 1.1);
  NUMBERS("an optional result", root_or_line, 4.0, 1.5);
  NUMBERS("an optional result, none", root_or_line, -4.0, 1.5);
  const std::vector<double> x{1, 5, 9};
  check("the first above", std::get<0>(grad(first_above)(x, 3.0))[1], 6);
  check("the first above, bound", std::get<1>(grad(first_above)(x, 3.0)), 10);
  check("none above", std::get<1>(grad(first_above)(x, 30.0)), 1);
  NUMBERS("assigned, moved, reset", assigned, 1.7);
  const auto strict = [](double v) { return root(v).value() * v; };
  check("value()", grad(strict)(4.0), 3);
  bool thrown = false;
  try {
    grad(strict)(-4.0);
  } catch (const std::bad_optional_access&) {
    thrown = true;
  }
  check("value() of none", thrown, 1);
  const auto lanes =
      vmap<Any>(grad([](double v) { return root_or_line(v, 1.5); }))(Vector<double>{4, -4});
  check("lanes of optionals", lanes(0), 1.5 / 4);
  check("lanes of optionals", lanes(1), 4.5);
}

// ---- tensors -----------------------------------------------------------------------------------

void shapes() {
  const auto sized = [](Vector<double> x) {
    return sum(x) / double(x.shape()[0]) + double(x.count());
  };
  check("shape", grad(sized)({1, 2})(1), 0.5);
  const auto close = [](Vector<double> x, Vector<double> y) {
    return allclose(x, y) ? sum(x * y) : sum(x);
  };
  check("allclose", std::get<0>(grad(close)({1, 2}, {1, 2}))(1), 2);
  check("allclose, not", std::get<0>(grad(close)({1, 2}, {1, 2.1}))(1), 1);
  const auto loose = [](Vector<double> x, Vector<double> y) {
    return allclose(x, y, 0.1, 0.0) ? sum(x * y) : sum(x);
  };
  check("allclose, loose", std::get<0>(grad(loose)({1, 2}, {1, 2.1}))(1), 2.1);
  const auto sizes = [](Vector<double> x, Vector<double> y) {
    return allclose(x, y) ? 2 * sum(x) : sum(x);
  };
  check("allclose, other sizes", std::get<0>(grad(sizes)({1, 2}, {1, 2, 3}))(1), 1);
  check("allclose, no elements", value_and_grad<0>(sizes)({}, {}).first, 0);
  const double inf = INFINITY;
  check("allclose, infinite", std::get<0>(grad(sizes)({inf, 2}, {inf, 2}))(1), 2);
  check("allclose, NaN", std::get<0>(grad(sizes)({NAN, 2}, {NAN, 2}))(1), 1);
  const auto pair = [](const std::array<Vector<double>, 2>& x) { return sum(x[0] * x[1]); };
  check("array of tensors", grad(pair)({Vector<double>{1, 2}, Vector<double>{3, 4}})[0](1), 4);
}

// ---- lanes inside ------------------------------------------------------------------------------

void lanes_inside() {
  const auto over_lanes = [](Vector<double> x) {
    return sum(vmap<Any>([](double v) { return std::sin(v) * v; })(x));
  };
  check("vmap inside grad", grad(over_lanes)({1, 2})(1), std::sin(2) + 2 * std::cos(2));
  check("vmap inside jvp", jvp(over_lanes)({1, 2}, {0, 1}), std::sin(2) + 2 * std::cos(2));
  const auto captured = [](Vector<double> x, double w) {
    const auto f = [w](double v) { return w * v * v; };
    return sum(vmap<Any>(f)(x));
  };
  check("vmap of an active capture", std::get<1>(grad(captured)({1, 2}, 3.0)), 5);
  const auto slopes = [](Vector<double> x) {
    const auto f = [](double v) { return v * v * v; };
    return sum(vmap<Any>(grad(f))(x));
  };
  check("vmap of grad inside grad", grad(slopes)({1, 2})(1), 12);
  check("vmap of grad inside grad, twice", hessian(slopes)({1, 2})(1, 1), 6);
  const auto squares = [](Vector<double> v) { return v * v; };
  const auto j = vmap<Any>(jacobian(squares))(Matrix<double>{{1, 2}, {3, 4}});
  check("vmap of jacobian", j(1, 1, 1), 8);
  check("vmap of jacobian", j(1, 0, 1), 0);
  const auto inside = [squares](Matrix<double> m) { return sum(vmap<Any>(jacobian(squares))(m)); };
  check("vmap of jacobian inside grad", grad(inside)({{1, 2}, {3, 4}})(1, 0), 2);
}

void generic() {
  const auto square = [](auto x) { return x * x; };
  const auto twice = vmap<Any>(vmap<Any>(square))(Matrix<double>{{1, 2}, {3, 4}});
  check("generic, two levels of lanes", twice(1, 0), 9);
  const auto floats = vmap<Any>(vmap<Any>(square))(Matrix<float>{{1, 2}, {3, 4}});
  check("generic, two levels of lanes, float", floats(1, 1), 16);
  const auto g = vmap<Any>(vmap<Any>(grad(square)))(Matrix<float>{{1, 2}, {3, 4}});
  check("generic, two levels of lanes of grad", g(1, 0), 6);
  check("generic, a number", grad(square)(3.0), 6);
}

}  // namespace

int main() {
  optionals();
  shapes();
  lanes_inside();
  generic();
  return cases::summary("bodies");
}
