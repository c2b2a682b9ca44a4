// Programs as people write them, in plain loops and structs: both modes against differences.
#include <tlaloc/tlaloc.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>
#include "numeric.h"

namespace {

// finance: Black-Scholes via own normal cdf approximation
double ncdf(double x) {
  const double k = 1.0 / (1.0 + 0.2316419 * std::fabs(x));
  double poly = 0;
  const double a[5] = {0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429};
  for (int i = 4; i >= 0; --i) poly = k * (a[i] + poly);
  const double t = std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846) * poly;
  return x >= 0 ? 1 - t : t;
}
double call(double s, double k, double v) {
  const double t = 0.75, r = 0.03;
  const double d1 = (std::log(s / k) + (r + v * v / 2) * t) / (v * std::sqrt(t)),
               d2 = d1 - v * std::sqrt(t);
  return s * ncdf(d1) - k * std::exp(-r * t) * ncdf(d2);
}
// binomial tree American put, mutated array
double american(double s, double k, double v) {
  const int n = 20;
  const double dt = 1.0 / n, u = std::exp(v * std::sqrt(dt)), d = 1 / u,
               p = (std::exp(0.05 * dt) - d) / (u - d), disc = std::exp(-0.05 * dt);
  std::vector<double> val(n + 1);
  for (int i = 0; i <= n; ++i) val[i] = std::max(k - s * std::pow(u, 2 * i - n), 0.0);
  for (int step = n - 1; step >= 0; --step)
    for (int i = 0; i <= step; ++i) {
      const double cont = disc * (p * val[i + 1] + (1 - p) * val[i]);
      val[i] = std::max(cont, k - s * std::pow(u, 2 * i - step));
    }
  return val[0];
}
// physics struct methods: RK4 pendulum
struct State {
  double th, om;
  State operator+(const State& o) const { return {th + o.th, om + o.om}; }
  State operator*(double s) const { return {th * s, om * s}; }
};
State operator*(double s, const State& x) { return x * s; }
struct Pendulum {
  double g, l, damp;
  State rhs(const State& s) const { return {s.om, -g / l * std::sin(s.th) - damp * s.om}; }
  State step(State s, double h) const {
    const State k1 = rhs(s), k2 = rhs(s + k1 * (h / 2)), k3 = rhs(s + k2 * (h / 2)),
                k4 = rhs(s + k3 * h);
    return s + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
};
double pendulum(double th0, double l, double damp) {
  Pendulum p{9.81, l, damp};
  State s{th0, 0};
  for (int i = 0; i < 50; ++i) s = p.step(s, 0.02);
  return s.th * s.th + s.om;
}
// bisection/brent-like root with break
double implied(double a, double b) {
  double lo = 0, hi = 4, m = 1;
  for (int i = 0; i < 3; ++i) {
    m = m - (m * m * m + a * m - b) / (3 * m * m + a);
    if (m < lo) {
      m = lo;
      break;
    }
    if (m > hi) {
      m = hi;
    }
  }
  return m * a;
}
// running stats (Welford), vector in
double welford(const std::vector<double>& x) {
  double mean = 0, m2 = 0;
  int n = 0;
  for (double v : x) {
    ++n;
    const double d = v - mean;
    mean += d / n;
    m2 += d * (v - mean);
  }
  return m2 / (n - 1) + mean;
}
// insertion-sort then median-ish (mutated arrays, while w/ index)
double trimmed(std::vector<double> x) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double key = x[i];
    std::size_t j = i;
    while (j > 0 && x[j - 1] > key) {
      x[j] = x[j - 1];
      --j;
    }
    x[j] = key;
  }
  double s = 0;
  for (std::size_t i = 1; i + 1 < x.size(); ++i) s += x[i] * (i + 1.0);
  return s;
}
// determinant by elimination with pivoting (swap rows)
double det3(const std::vector<double>& v) {
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = v[3 * i + j];
  double d = 1;
  for (int k = 0; k < 3; ++k) {
    int p = k;
    for (int i = k + 1; i < 3; ++i)
      if (std::fabs(m[i][k]) > std::fabs(m[p][k])) p = i;
    if (p != k) {
      for (int j = 0; j < 3; ++j) std::swap(m[k][j], m[p][j]);
      d = -d;
    }
    d *= m[k][k];
    for (int i = k + 1; i < 3; ++i) {
      const double f = m[i][k] / m[k][k];
      for (int j = k; j < 3; ++j) m[i][j] -= f * m[k][j];
    }
  }
  return d;
}
// MLP with loops
double mlp(const std::vector<double>& w) {
  const double in[2] = {0.3, -0.7};
  std::array<double, 3> h{};
  std::size_t at = 0;
  for (int o = 0; o < 3; ++o) {
    double s = 0;
    for (int i = 0; i < 2; ++i) s += w[at++] * in[i];
    h[o] = std::tanh(s + w[at++]);
  }
  double out = 0;
  for (int o = 0; o < 3; ++o) out += w[at++] * h[o];
  return 1 / (1 + std::exp(-out));
}
// polygon area with modular index
double area(const std::vector<double>& p) {
  const std::size_t n = p.size() / 2;
  double a = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    a += p[2 * i] * p[2 * j + 1] - p[2 * j] * p[2 * i + 1];
  }
  return std::fabs(a) / 2;
}
// prefix in place, aliasing via references and lambda by ref
double prefix(std::vector<double> x) {
  auto& r = x;
  for (std::size_t i = 1; i < x.size(); ++i) r[i] += r[i - 1] * x[0];
  auto scale = [&x](double s) {
    for (auto& v : x) v *= s;
  };
  scale(x[1]);
  double t = 0;
  for (std::size_t i = 0; i < r.size(); ++i) t += r[i] / (i + 1.0);
  return t;
}
// nested early return/break/continue
double maze(double x, double y) {
  double acc = 0;
  for (int i = 0; i < 6; ++i) {
    if (i == 1) continue;
    for (int j = 0; j < 6; ++j) {
      if ((i + j) % 3 == 0) continue;
      acc += x * i + y * j;
      if (acc > 40) {
        acc *= x;
        break;
      }
      while (true) {
        acc += y;
        if (acc > 5) break;
        if (acc < -100) return acc * y;
      }
    }
    if (acc > 300) return acc + x * y;
  }
  return acc;
}
// kalman
double kalman(double q, double r) {
  const double z[6] = {1, .9, 1.1, 1.3, .7, 1};
  double x = 0, p = 1, ll = 0;
  for (int i = 0; i < 6; ++i) {
    p += q;
    const double s = p + r, e = z[i] - x;
    ll += -0.5 * (std::log(s) + e * e / s);
    const double k = p / s;
    x += k * e;
    p *= 1 - k;
  }
  return ll;
}
// stencil double-buffer with swap
double heat(double a, double b) {
  std::array<double, 9> u{}, w{};
  u[4] = a;
  u[0] = b;
  for (int t = 0; t < 7; ++t) {
    for (int i = 1; i < 8; ++i) w[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) * a;
    w[0] = b;
    w[8] = u[7];
    std::swap(u, w);
  }
  double s = 0;
  for (int i = 0; i < 9; ++i) s += u[i] * u[i] * (i + 1);
  return s;
}
// log-sum-exp with max, span
double lse(const std::vector<double>& x) {
  double m = -INFINITY;
  for (double v : x)
    if (v > m) m = v;
  double s = 0;
  for (double v : x) s += std::exp(v - m);
  return m + std::log(s);
}
// quaternion rotate w/ normalise
struct Q {
  double w, x, y, z;
  Q operator*(const Q& b) const {
    return {w * b.w - x * b.x - y * b.y - z * b.z, w * b.x + x * b.w + y * b.z - z * b.y,
            w * b.y - x * b.z + y * b.w + z * b.x, w * b.z + x * b.y - y * b.x + z * b.w};
  }
  Q conj() const { return {w, -x, -y, -z}; }
  double n() const { return std::sqrt(w * w + x * x + y * y + z * z); }
  void normalise() {
    const double k = n();
    w /= k;
    x /= k;
    y /= k;
    z /= k;
  }
};
double rot(double a, double b, double c) {
  Q q{a, b, c, 0.3};
  q.normalise();
  Q v{0, 1, 2, 3};
  const Q r = q * v * q.conj();
  return r.x * 2 + r.y * r.z;
}
// union-find-ish int logic with data dependent index
double histo(const std::vector<double>& x) {
  double bins[4] = {};
  for (double v : x) {
    int k = static_cast<int>(v);
    if (k < 0) k = 0;
    if (k > 3) k = 3;
    bins[k] += v - k;
  }
  double s = 0;
  for (int i = 0; i < 4; ++i) s += bins[i] * bins[i];
  return s;
}
// ternary chains, comma, compound conditions w/ side effects
double side(double x, double y) {
  int n = 0;
  double s = x;
  while (n++ < 4 && (s *= y, s < 10)) s += n % 2 ? x : y > 0 ? y * y : -y;
  return s * n;
}
// geometric mean & harmonic with post increments index
double means(const std::vector<double>& x) {
  double g = 1, h = 0;
  std::size_t i = 0;
  for (; i < x.size();) {
    g *= x[i];
    h += 1 / x[i++];
  }
  return std::pow(g, 1.0 / i) + i / h;
}
// Gauss-Seidel to tolerance
double gs(double a, double b) {
  double x = 0, y = 0;
  int it = 0;
  double err;
  do {
    const double nx = (b - y) / a, ny = (1 - nx) / (a + 1);
    err = std::fabs(nx - x) + std::fabs(ny - y);
    x = nx;
    y = ny;
  } while (err > 1e-14 && ++it < 200);
  return x * y + x;
}
// interp table with captured array
}  // namespace

int main() {
  NUMBERS("option price", call, 100.0, 95.0, 0.2);
  NUMBERS("american put", american, 97.3, 100.0, 0.25);
  NUMBERS("pendulum", pendulum, 0.9, 1.1, 0.2);
  NUMBERS("newton with bounds", implied, 1.3, 2.0);
  VECTOR("running variance", welford, 1.0, 2.5, 0.3, 4);
  VECTOR("insertion sort", trimmed, 3, 1, 2, 5, 4.5);
  VECTOR("determinant with pivots", det3, 1, 2, 3, -4, 5, 6.5, 7, -8, 9);
  VECTOR("small network", mlp, .1, .2, .3, .4, .5, -.6, .7, .8, .9, 1, -1.1, 1.2);
  VECTOR("polygon", area, 0, 0, 2, .1, 1.5, 2, -.3, 1);
  VECTOR("aliases and a lambda", prefix, 1.1, .4, 2, -1);
  NUMBERS("left from inside", maze, 1.3, 0.7);
  NUMBERS("left from inside", maze, 3.3, 2.7);
  NUMBERS("left from inside", maze, 0.37, 0.2368);
  NUMBERS("kalman filter", kalman, .1, .5);
  NUMBERS("two buffers", heat, 1.2, .4);
  VECTOR("log of a sum", lse, 1, 3, 2, 2.9);
  NUMBERS("quaternions", rot, .5, -.4, .8);
  VECTOR("histogram", histo, .5, 1.2, 1.9, 3.3, 7.1, -.4);
  NUMBERS("conditions with effects", side, 1.1, 1.2);
  NUMBERS("conditions with effects", side, 1.1, -.8);
  VECTOR("means", means, 1.5, 2, .7);
  NUMBERS("until it settles", gs, 3.0, 1.5);
  const std::vector<double> xs{0, 1, 2.5, 4}, ys{1, 3, 2, 5};
  const auto interp = [&xs, ys](double x) {
    std::size_t i = 0;
    while (i + 2 < xs.size() && x > xs[i + 1]) ++i;
    const double t = (x - xs[i]) / (xs[i + 1] - xs[i]);
    return ys[i] * (1 - t) + ys[i + 1] * t * t;
  };
  for (double x : {0.3, 1.7, 3.1}) NUMBERS("interpolation", interp, x);
  return cases::summary("program cases");
}
