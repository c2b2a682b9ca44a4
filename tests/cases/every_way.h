// A function in every way that a row of the bug log has to be right in: reverse and forward mode,
// double and float, under vmap at three shifted points, and second derivatives by both orders of
// the modes. Functions are generic, so that each is lifted for double and for float.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <tlaloc/tlaloc.h>

#include "check.h"

namespace cases {

// Maps are what g++ compiles slowly: lanes are for the runs that ask for them.
#ifdef CASES_LANES
inline constexpr bool kLanes = true;
#else
inline constexpr bool kLanes = false;
#endif
inline constexpr double kFloat = 2e-5;
inline constexpr double kShifts[] = {0, 0.25, -0.5};

// ---- one number --------------------------------------------------------------------------------

/// Three lanes against single calls.
template <class F>
void lanes(const std::string& what, F f, double x, double tolerance) {
  using namespace tlaloc;
  const Vector<double> xs = {x + kShifts[0], x + kShifts[1], x + kShifts[2]}, ts = {1, -2, 0.5};
  const auto [y, g] = vmap<Any>(value_and_grad(f))(xs);
  const auto along = jvp(vmap<Any>(f))(xs, ts);
  for (int i = 0; i < 3; ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    check(lane, y(i), f(xs(i)), tolerance);
    check(lane + " reverse", g(i), grad(f)(xs(i)), tolerance);
    check(lane + " forward", along(i), jvp(f)(xs(i), ts(i)), tolerance);
  }
}

/// A slope in both modes and types, and in lanes.
template <class F>
void every_way(const std::string& what, F f, double x, double slope, double tolerance = 1e-9) {
  using namespace tlaloc;
  check(what + " reverse", grad(f)(x), slope, tolerance);
  check(what + " forward", jvp(f)(x, 1.0), slope, tolerance);
  check(what + " float", grad(f)(float(x)), slope, kFloat);
  check(what + " float forward", jvp(f)(float(x), 1.0f), slope, kFloat);
  if constexpr (kLanes) lanes(what, f, x, tolerance);
}

/// The second derivative by all orders of the modes.
template <class F>
void second(const std::string& what, F f, double x, double want, double tolerance = 1e-9) {
  using namespace tlaloc;
  const auto forward = hessian(f);
  const auto reverse = jacobian_reverse(jacobian(f));
  check(what + " second, forward over reverse", forward(x), want, tolerance);
  check(what + " second, reverse over forward", reverse(x), want, tolerance);
  check(what + " second, reverse over reverse", grad(grad(f))(x), want, tolerance);
  for (const double s : kShifts)
    check(what + " second, both orders", forward(x + s), reverse(x + s), tolerance);
}

// ---- two numbers -------------------------------------------------------------------------------

template <class F>
void lanes(const std::string& what, F f, double x, double y, double tolerance) {
  using namespace tlaloc;
  const Vector<double> xs = {x + kShifts[0], x + kShifts[1], x + kShifts[2]},
                       ys = {y + kShifts[0], y + kShifts[2], y + kShifts[1]}, ts = {1, -2, 0.5};
  const auto [v, g] = vmap<Any>(value_and_grad(f))(xs, ys);
  const auto along = jvp(vmap<Any>(f))(xs, ys, ts, ts);
  for (int i = 0; i < 3; ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    const auto [one, other] = grad(f)(xs(i), ys(i));
    check(lane, v(i), f(xs(i), ys(i)), tolerance);
    check(lane + " reverse, first", std::get<0>(g)(i), one, tolerance);
    check(lane + " reverse, second", std::get<1>(g)(i), other, tolerance);
    check(lane + " forward", along(i), jvp(f)(xs(i), ys(i), ts(i), ts(i)), tolerance);
  }
}

template <class F>
void every_way(const std::string& what, F f, double x, double y, double by_x, double by_y,
               double tolerance = 1e-9) {
  using namespace tlaloc;
  const auto [gx, gy] = grad(f)(x, y);
  check(what + " reverse, first", gx, by_x, tolerance);
  check(what + " reverse, second", gy, by_y, tolerance);
  check(what + " forward, first", jvp(f)(x, y, 1.0, 0.0), by_x, tolerance);
  check(what + " forward, second", jvp(f)(x, y, 0.0, 1.0), by_y, tolerance);
  const auto [fx, fy] = grad(f)(float(x), float(y));
  check(what + " float, first", fx, by_x, kFloat);
  check(what + " float, second", fy, by_y, kFloat);
  if constexpr (kLanes) lanes(what, f, x, y, tolerance);
}

/// A Hessian of two numbers: xx, xy, yy.
template <class F>
void second(const std::string& what, F f, double x, double y, std::array<double, 3> want,
            double tolerance = 1e-9) {
  const auto forward = tlaloc::hessian(f)(x, y).dense();
  const auto reverse = tlaloc::jacobian_reverse(tlaloc::jacobian(f))(x, y).dense();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      check(what + " second, forward over reverse", forward(i, j), want[i + j], tolerance);
      check(what + " second, reverse over forward", reverse(i, j), want[i + j], tolerance);
    }
}

// ---- a vector ----------------------------------------------------------------------------------

template <class F>
void lanes(const std::string& what, F f, const std::vector<double>& x, double tolerance) {
  using namespace tlaloc;
  // A generic function would be called with the lane as a tensor.
  const auto one_lane = [f](const std::vector<double>& lane) { return f(lane); };
  const int n = int(x.size());
  auto rows = Matrix<double>::uninitialized({3, n}), ts = rows;
  std::vector<double> row[3] = {x, x, x}, t(n);
  for (int k = 0; k < n; ++k) {
    t[k] = 1 - 0.5 * k;
    for (int i = 0; i < 3; ++i) {
      row[i][k] += kShifts[(i + k) % 3] * (i > 0);
      rows.set(row[i][k], i, k);
      ts.set(t[k], i, k);
    }
  }
  const auto [v, g] = vmap<Any>(value_and_grad(one_lane))(rows);
  const auto along = jvp(vmap<Any>(one_lane))(rows, ts);
  for (int i = 0; i < 3; ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    const std::vector<double> one = grad(f)(row[i]);
    check(lane, v(i), f(row[i]), tolerance);
    check(lane + " forward", along(i), jvp(f)(row[i], t), tolerance);
    for (int k = 0; k < n; ++k) check(lane + " reverse", g(i, k), one[k], tolerance);
  }
}

template <class F>
void every_way(const std::string& what, F f, std::vector<double> x, std::vector<double> want,
               double tolerance = 1e-9) {
  using namespace tlaloc;
  const std::vector<double> got = grad(f)(x);
  const std::vector<float> single = grad(f)(std::vector<float>(x.begin(), x.end()));
  const int n = int(x.size());
  for (int k = 0; k < n; ++k) {
    std::vector<double> t(n, 0.0);
    t[k] = 1;
    check(what + " reverse", got[k], want[k], tolerance);
    check(what + " forward", jvp(f)(x, t), want[k], tolerance);
    check(what + " float", single[k], want[k], kFloat);
  }
  if constexpr (kLanes) lanes(what, f, x, tolerance);
}

/// The Hessian of a function of a vector, both orders and columns of them by hvp; gives it back.
template <class F>
tlaloc::Matrix<double> second(const std::string& what, F f, const std::vector<double>& x,
                              double tolerance = 1e-9) {
  using namespace tlaloc;
  const Matrix<double> forward = hessian(f)(x);
  const Matrix<double> reverse = jacobian_reverse(jacobian(f))(x);
  const int n = int(x.size());
  for (int k = 0; k < n; ++k) {
    std::vector<double> t(n, 0.0);
    t[k] = 1;
    const std::vector<double> column = hvp(f)(x, t);
    for (int i = 0; i < n; ++i) {
      check(what + " second, both orders", reverse(i, k), forward(i, k), tolerance);
      check(what + " second, symmetric", forward(k, i), forward(i, k), tolerance);
      check(what + " second, hvp", column[i], forward(i, k), tolerance);
    }
  }
  return forward;
}

// ---- a tensor ----------------------------------------------------------------------------------

template <class F>
void lanes(const std::string& what, F f, const tlaloc::Vector<double>& x, double tolerance) {
  using namespace tlaloc;
  const int n = int(x.size(0));
  std::vector<Vector<double>> row = {x, x, x};
  auto t = zeros_like(x);
  for (int k = 0; k < n; ++k) {
    t.set(1 - 0.5 * k, k);
    for (int i = 1; i < 3; ++i) row[i].set(x(k) + kShifts[(i + k) % 3], k);
  }
  const auto rows = stack<Any>(row);
  const auto [v, g] = vmap<Any>(value_and_grad(f))(rows);
  const auto along = jvp(vmap<Any>(f))(rows, stack<Any>(std::vector{t, t, t}));
  for (int i = 0; i < 3; ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    const Vector<double> one = grad(f)(row[i]);
    check(lane, v(i), f(row[i]), tolerance);
    check(lane + " forward", along(i), jvp(f)(row[i], t), tolerance);
    for (int k = 0; k < n; ++k) check(lane + " reverse", g(i, k), one(k), tolerance);
  }
}

template <class F>
void of_tensor(const std::string& what, F f, const tlaloc::Vector<double>& x,
               std::vector<double> want, double tolerance = 1e-9) {
  using namespace tlaloc;
  const int n = int(x.size(0));
  const Vector<double> got = grad(f)(x);
  auto single = Vector<float>::uninitialized({n});
  for (int k = 0; k < n; ++k) single.set(float(x(k)), k);
  const Vector<float> of_float = grad(f)(single);
  for (int k = 0; k < n; ++k) {
    auto t = zeros_like(x);
    t.set(1.0, k);
    check(what + " reverse", got(k), want[k], tolerance);
    check(what + " forward", jvp(f)(x, t), want[k], tolerance);
    check(what + " float", of_float(k), want[k], kFloat);
  }
  if constexpr (kLanes) lanes(what, f, x, tolerance);
}

template <class F>
tlaloc::Matrix<double> second_of_tensor(const std::string& what, F f,
                                        const tlaloc::Vector<double>& x, double tolerance = 1e-9) {
  using namespace tlaloc;
  const Matrix<double> forward = hessian(f)(x);
  const Matrix<double> reverse = jacobian_reverse(jacobian(f))(x);
  for (int i = 0; i < x.size(0); ++i)
    for (int k = 0; k < x.size(0); ++k) {
      check(what + " second, both orders", reverse(i, k), forward(i, k), tolerance);
      check(what + " second, symmetric", forward(k, i), forward(i, k), tolerance);
    }
  return forward;
}

}  // namespace cases
