// A number and its slope, by operator overloading: the independent answer for random programs.
// Small and obvious.
#pragma once

#include <cmath>

struct Dual {
  double v = 0, d = 0;
  Dual() = default;
  Dual(double value) : v(value) {}
  Dual(double value, double slope) : v(value), d(slope) {}
  Dual& operator+=(Dual y) { return *this = {v + y.v, d + y.d}; }
  Dual& operator-=(Dual y) { return *this = {v - y.v, d - y.d}; }
  Dual& operator*=(Dual y) { return *this = {v * y.v, d * y.v + v * y.d}; }
  Dual& operator/=(Dual y) { return *this = {v / y.v, (d - v / y.v * y.d) / y.v}; }
  Dual operator-() const { return {-v, -d}; }
};
inline Dual operator+(Dual x, Dual y) { return x += y; }
inline Dual operator-(Dual x, Dual y) { return x -= y; }
inline Dual operator*(Dual x, Dual y) { return x *= y; }
inline Dual operator/(Dual x, Dual y) { return x /= y; }
inline bool operator<(Dual x, Dual y) { return x.v < y.v; }
inline bool operator>(Dual x, Dual y) { return x.v > y.v; }
inline bool operator<=(Dual x, Dual y) { return x.v <= y.v; }
inline bool operator>=(Dual x, Dual y) { return x.v >= y.v; }

inline Dual exp(Dual x) { return {std::exp(x.v), std::exp(x.v) * x.d}; }
inline Dual log(Dual x) { return {std::log(x.v), x.d / x.v}; }
inline Dual sin(Dual x) { return {std::sin(x.v), std::cos(x.v) * x.d}; }
inline Dual cos(Dual x) { return {std::cos(x.v), -std::sin(x.v) * x.d}; }
inline Dual tanh(Dual x) {
  const double t = std::tanh(x.v);
  return {t, (1 - t * t) * x.d};
}
inline Dual sqrt(Dual x) { return {std::sqrt(x.v), 0.5 / std::sqrt(x.v) * x.d}; }
inline Dual abs(Dual x) { return x.v < 0 ? -x : x; }
inline Dual pow(Dual x, double e) { return {std::pow(x.v, e), e * std::pow(x.v, e - 1) * x.d}; }
inline Dual max(Dual x, Dual y) { return x.v < y.v ? y : x; }
inline Dual min(Dual x, Dual y) { return y.v < x.v ? y : x; }
inline int whole(Dual x) { return int(x.v); }
