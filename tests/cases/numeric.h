// Both modes of a function against central differences of the function itself, of fourth order.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

namespace cases {

inline constexpr double kNumeric = 1e-7;

/// Slope at 0 of `at`, a function of how far to go.
template <class F>
double difference(F at, double h) {
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}
inline double step(double x) { return 1e-4 * std::fmax(1.0, std::fabs(x)); }

/// `gradient` and `forward` of a function of numbers.
template <class F, class G, class J, std::size_t... I>
void numbers(const std::string& what, F f, G gradient, J forward, std::index_sequence<I...>,
             std::array<double, sizeof...(I)> x) {
  constexpr std::size_t n = sizeof...(I);
  std::array<double, n> got;
  if constexpr (n == 1)
    got[0] = gradient(x[I]...);
  else
    got = std::apply([](auto... g) { return std::array{g...}; }, gradient(x[I]...));
  for (std::size_t k = 0; k < n; ++k) {
    const auto at = [&](double s) {
      auto y = x;
      y[k] += s;
      return f(y[I]...);
    };
    const double want = difference(at, step(x[k]));
    std::array<double, n> t{};
    t[k] = 1;
    check(what + " reverse", got[k], want, kNumeric);
    check(what + " forward", forward(x[I]..., t[I]...), want, kNumeric);
  }
}

/// The same of a function of one vector.
template <class F, class G, class J>
void vectors(const std::string& what, F f, G gradient, J forward, std::vector<double> x) {
  const std::vector<double> got = gradient(x);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto at = [&](double s) {
      auto y = x;
      y[k] += s;
      return f(y);
    };
    const double want = difference(at, step(x[k]));
    std::vector<double> t(x.size(), 0.0);
    t[k] = 1;
    check(what + " reverse", got[k], want, kNumeric);
    check(what + " forward", forward(x, t), want, kNumeric);
  }
}

}  // namespace cases

#define NUMBERS(what, f, ...)                                                                      \
  cases::numbers(what, f, tlaloc::grad(f), tlaloc::jvp(f),                                         \
                 std::make_index_sequence<std::tuple_size_v<decltype(std::array{__VA_ARGS__})>>(), \
                 std::array{__VA_ARGS__})
#define VECTOR(what, f, ...) \
  cases::vectors(what, f, tlaloc::grad(f), tlaloc::jvp(f), std::vector<double>{__VA_ARGS__})
