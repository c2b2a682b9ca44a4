// Dual numbers, to check gradients by something that shares nothing with them: the function is
// written once, over its number type, and run on v + d e with e e = 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

namespace tlaloc::bench {

struct Dual {
  double v = 0, d = 0;
  Dual() = default;
  Dual(double value, double slope = 0) : v(value), d(slope) {}
  friend Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
  friend Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
  friend Dual operator-(Dual a) { return {-a.v, -a.d}; }
  Dual& operator+=(Dual b) { return *this = *this + b; }
  Dual& operator-=(Dual b) { return *this = *this - b; }
  Dual& operator*=(Dual b) { return *this = *this * b; }
  Dual& operator/=(Dual b) { return *this = *this / b; }
  friend bool operator<(Dual a, Dual b) { return a.v < b.v; }
  friend bool operator>(Dual a, Dual b) { return a.v > b.v; }
  friend bool operator<=(Dual a, Dual b) { return a.v <= b.v; }
  friend bool operator>=(Dual a, Dual b) { return a.v >= b.v; }
  friend Dual abs(Dual a) { return a.v < 0 ? -a : a; }
  friend Dual max(Dual a, Dual b) { return a.v < b.v ? b : a; }
  friend Dual min(Dual a, Dual b) { return b.v < a.v ? b : a; }
  friend Dual pow(Dual a, double e) { return {std::pow(a.v, e), e * std::pow(a.v, e - 1) * a.d}; }
  friend Dual exp(Dual a) { return {std::exp(a.v), a.d * std::exp(a.v)}; }
  friend Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
  friend Dual tanh(Dual a) { return {std::tanh(a.v), a.d * (1 - std::tanh(a.v) * std::tanh(a.v))}; }
  friend Dual sqrt(Dual a) { return {std::sqrt(a.v), a.d / (2 * std::sqrt(a.v))}; }
  friend Dual sin(Dual a) { return {std::sin(a.v), a.d * std::cos(a.v)}; }
  friend Dual cos(Dual a) { return {std::cos(a.v), -a.d * std::sin(a.v)}; }
};

/// The gradient of f, a function of a span of Dual, one run a component.
template <class F>
std::vector<double> dual_gradient(const F& f, std::span<const double> x) {
  std::vector<Dual> u(x.begin(), x.end());
  std::vector<double> out;
  for (Dual& component : u) {
    component.d = 1;
    out.push_back(f(std::span<const Dual>(u)).d);
    component.d = 0;
  }
  return out;
}

/// |a - b| <= 1e-10 max(|b|, 1e-3 max|b|) for every component; says so where it is not.
inline bool agree(const char* name, std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (double e : b) most = std::max(most, std::abs(e));
  bool right = a.size() == b.size();
  for (std::size_t i = 0; right && i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= 1e-10 * std::max(std::abs(b[i]), 1e-3 * most))) {
      std::printf("%s: component %zu is %.17g, dual numbers say %.17g\n", name, i, a[i], b[i]);
      right = false;
    }
  return right && most > 0;
}

/// Numbers in [-1, 1) that look random and are the same everywhere.
inline std::vector<double> numbers(std::size_t n, unsigned seed) {
  std::vector<double> x(n);
  unsigned long long state = seed * 0x9e3779b97f4a7c15u + 1;
  for (double& e : x) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    e = double(state >> 11) * 0x1p-52 - 1;
  }
  return x;
}

}  // namespace tlaloc::bench
