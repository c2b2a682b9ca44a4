// Bodies that are lifted and also compiled: numbers_test compares what both compute. Each function
// takes doubles, integers, vectors or spans, and returns a double.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace bodies {

// ---- values, calls, classes --------------------------------------------------------------------

inline double square(double v) { return v * v; }
template <class T>
T twice(T v) {
  return v + v;
}
inline double f_calls(double a, double b) {
  float c = static_cast<float>(b);
  c *= a;
  return square(a) + twice(c) + std::pow(a, 2) + std::sqrt(4.0f);
}

inline void bump(double& v, double by) { v += by; }
inline double f_reference(double x, double y) {
  double a = x;
  double& r = a;
  r *= 3;
  bump(r, y);
  bump(a, 1);
  return a * y;
}

inline double f_pointer(double u, double v) {
  double w = v;
  double* p = &w;
  *p += u;
  return u + w;
}

struct Vec {
  double x, y;
  Vec(double a, double b) : x(a), y(b) {}
  Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
  Vec& operator*=(double s) {
    x *= s;
    y *= s;
    return *this;
  }
  double dot(const Vec& o) const { return x * o.x + y * o.y; }
};
inline double f_class(double a, double b) {
  Vec v(a, 1), w{b, a};
  v *= b;
  return (v + w).dot(v);
}

struct Counter {
  double total = 0;
  int calls = 0;
  void add(double v) { total += v * ++calls; }
  double operator()() const { return total / calls; }
};
inline double f_state(double x) {
  Counter c;
  c.add(x);
  c.add(x * x);
  Counter d = c;
  d.add(1);
  return c() + d();
}

struct Base {
  double k;
  double scaled(double v) const { return k * v; }
};
struct Derived : Base {
  double offset = 1;
  double value(double v) const { return scaled(v) + offset; }
};
inline double f_bases(double x) {
  Derived d{{x}, x + 1};
  return d.value(x);
}

inline double f_lambdas(double x) {
  double t = 1;
  auto add = [&](double v) {
    t += v;
    return v * x;
  };
  const auto half = [h = x / 2](auto v) { return v * h; };
  double u = add(2);
  return t * u + add(x) + half(t) + [=] { return x + t; }();
}

inline double f_tuples(double x, double y) {
  std::swap(x, y);
  auto [a, b] = std::pair(x, y * 2);
  std::tuple<double, int, double> t{a, 2, b};
  std::get<0>(t) += std::get<1>(t);
  std::array<double, 3> v{a, b, x};
  auto& [p, q, r] = v;
  q = p * r;
  double m = 0, n = 0;
  std::tie(m, n) = std::make_pair(v[1], std::get<2>(t));
  return std::get<0>(t) * m - n;
}

inline double f_math(double x, double y) {
  return std::max(x, y) + std::min({x, y, 1.0}) + std::clamp(x, 0.0, 1.0) + std::abs(x) +
         std::fabs(y) + std::exp(-x) + std::log(y + 3) + std::sin(x) * std::cos(y) + std::tanh(x) +
         std::atan2(y, x) + std::fmin(x, 0.5) + std::fmax(y, 0.5) + std::floor(x * 3);
}

// ---- numbers -----------------------------------------------------------------------------------

inline double f_integers(double x, int n) {
  const int k = static_cast<int>(x);
  unsigned u = 3u;
  u -= 5;
  const std::uint8_t small = static_cast<std::uint8_t>(n + 300);
  const long long wide = static_cast<long long>(n) * 1000000007LL;
  return x * k + (u >> 1) + small + static_cast<double>(wide % 1000) + n / 2 + n % 3 + !n;
}

inline double f_doubles(double x) {
  const double third = 1.0 / 3;
  return x * 0.1 + third + 1e-300 * x + (x > 0.30000000000000004 ? 1 : 2);
}

// ---- branches ----------------------------------------------------------------------------------

inline double f_returns(double x, double y) {
  if (x > y) return x * y;
  double z = y;
  if (x < 0) {
    z = -x;
  } else if (x < 0.5) {
    return z * 7;
  }
  return z / 2;
}

inline double f_nested_returns(double x, int n) {
  double s = x;
  if (n > 1) {
    if (x < 0) return -s;
    s *= 2;
    if (n > 3) {
      s += 1;
      if (x > 2) return s;
    }
  }
  return s + n;
}

inline double f_conditional(double x) {
  const bool inside = x > 0 && std::sqrt(x) < 2 && (x < 1 || std::log(x) < 0.5);
  return (x > 0 ? std::sqrt(x) : 0) + (inside ? x : -1);
}

inline double f_switch(double x, int k) {
  switch (k) {
    case 1:
      x = x * x;
      [[fallthrough]];
    case 2:
      return x * x;
    case 3:
    case 4:
      x += 1;
      break;
    default:
      x += 10;
  }
  switch (k) {
    case 4:
      return x + 100;
    case 7:
      x *= 2;
      break;
  }
  return x;
}

// ---- loops -------------------------------------------------------------------------------------

inline double f_sum(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x * i;
  for (int i = n; i > 0; i -= 2) s -= i;
  for (long i = -2; i <= n; i += 3) s += 0.5 * i;
  for (unsigned i = 0; i != static_cast<unsigned>(n); i++) s *= 1.25;
  return s;
}

inline double f_continue(double x, int n) {
  double r = x;
  for (int i = 1; i <= n; ++i) {
    if (i % 2 == 0) continue;
    r *= x;
    if (i == 3) continue;
    r += 1;
  }
  return r;
}

inline double f_break(double u, int n) {
  double s = 0;
  int i = 0;
  for (; i < n; i++) {
    s += i * u;
    if (s > 4) break;
    s += 0.5;
  }
  return s + i;
}

inline double f_labelled(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (i * j == 6) return s * x;
      s += x * j;
      if (j > i + 2) break;
    }
    if (i == 1) continue;
    s *= 1.5;
  }
  return s;
}

inline double f_while(double x) {
  double y = x;
  int turns = 0;
  while (y * y > 1e-3 && turns++ < 100) y = y / 2;
  return y + turns;
}

inline double f_newton(double a) {
  double x = a;
  do {
    const double y = (x + a / x) / 2;
    if (std::abs(y - x) < 1e-12) return y;
    x = y;
  } while (true);
}

inline double f_count_down(double x, int n) {
  double s = 0;
  for (int i = n; i-- > 0;) s = s * x + i;
  int k = 0;
  do {
    s += x;
    ++k;
  } while (k < 3);
  return s;
}

inline double f_carry(double x, int n) {
  double s = x;
  for (int k = 0; k < n; ++k) {
    s = 0;
    s += x;
  }
  return s;
}

// ---- arrays ------------------------------------------------------------------------------------

inline double f_array(double x, int k) {
  double a[3] = {x, 2 * x, 1};
  double s = 0;
  for (int i = 0; i < 3; ++i) s += a[i] * a[i];
  std::array<double, 20> b{};
  for (int i = 0; i < 20; ++i) b[i] = x * i;
  double m[2][3] = {{x, 1, 2}, {3, x, 5}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] *= m[1][k % 3];
  return s + b[k] + b[3] + m[1][2] + m[k % 2][1];
}

inline double f_span(std::span<const double> x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); i++) s += x[i] * x[i];
  for (std::size_t i = 1; i + 1 < x.size(); ++i) s += x[i - 1] * x[i + 1];
  for (const double& v : x) s *= 1 + v / 10;
  return s + x.back();
}

inline double f_vector(std::vector<double> x, int n) {
  std::vector<double> y(x.size()), z(static_cast<std::size_t>(n), 2.0);
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = std::exp(x[i]);
  for (auto& v : y) v *= 2;
  x[0] = y[1];
  std::span<double> view(y);
  view[2] = 5;
  double s = x[0];
  for (double v : y) s += v;
  for (double v : z) s *= v;
  return s + static_cast<double>(y.size());
}

inline double f_range_exit(std::span<const double> x, double limit) {
  double s = 0;
  for (double v : x) {
    if (v < 0) continue;
    s += v;
    if (s > limit) break;
    s *= 1.5;
  }
  for (const double& v : x)
    if (v > limit) return s + v;
  return s;
}

inline double f_minimum(std::span<const double> x) {
  double best = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) best = std::min(best, x[i]);
  double running = x[0];
  for (std::size_t i = 1; i < x.size(); ++i)
    if (x[i] > running) running = x[i];
  return best + 2 * running;
}

inline double f_gauss(double p, double q) {
  const double w[3] = {p, q, 1}, m[4] = {5, 2, 7, 6};
  double sum = 0, weights = 0;
  for (int k = 0; k < 3; ++k) {
    const double z = (2 - m[k]) / (k + 1);
    sum += w[k] * std::exp(-z * z / 2) / 3;
    weights += w[k];
  }
  return 60 * (sum + m[3] * (1 - weights));
}

// ---- constants ---------------------------------------------------------------------------------

inline constexpr double kTable[3] = {1, 2, 3};
inline const double kHalf = 0.5;
inline double f_constants(double x) {
  constexpr int n = 2;
  static const double fixed = 4;
  return x * kHalf + kTable[n] + sizeof(double) + fixed;
}

}  // namespace bodies
