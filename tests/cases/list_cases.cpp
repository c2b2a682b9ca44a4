// Lists of structs, vectors that grow, pointers and iterators, the algorithms of <numeric>,
// recursion: what the derivatives are, in both modes.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "numeric.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;

namespace {

// ---- lists of structs --------------------------------------------------------------------------

struct Body {
  double mass, x;
  std::array<double, 2> v;
  int id;
};

double energy(const std::vector<Body>& bodies) {
  double e = 0;
  for (const Body& b : bodies) e += 0.5 * b.mass * (b.v[0] * b.v[0] + b.v[1] * b.v[1]);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      e -= bodies[i].mass * bodies[j].mass / std::fabs(bodies[i].x - bodies[j].x);
  return e;
}

double pushed(std::vector<Body> bodies) {
  for (int turn = 0; turn < 5; ++turn) {
    for (Body& b : bodies) b.v[0] += 0.1 * b.x;
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].x -= 0.1 * bodies[i].v[0];
  }
  return bodies[0].x * bodies[1].x + energy(bodies);
}

template <class F, class G>
void bodies(const std::string& what, F f, G g, std::vector<Body> at) {
  const std::vector<Body> got = g(at);
  check(what + ": as many", static_cast<double>(got.size()), static_cast<double>(at.size()));
  const auto part = [](Body& b, int k) -> double& {
    return k == 0 ? b.mass : k == 1 ? b.x : b.v[k - 2];
  };
  for (std::size_t i = 0; i < at.size(); ++i) {
    check(what + ": the id is handed on", got[i].id, at[i].id);
    for (int k = 0; k < 4; ++k) {
      const auto moved = [&](double s) {
        auto y = at;
        part(y[i], k) += s;
        return f(y);
      };
      Body row = got[i];
      check(what, part(row, k), cases::difference(moved, 1e-4), cases::kNumeric);
    }
  }
}

void lists() {
  const std::vector<Body> at{{1, 0, {0.1, 0.2}, 7}, {2, 1.5, {-0.3, 0}, 8}, {0.5, 4, {0, 1}, 9}};
  bodies("list", energy, grad(energy), at);
  bodies("list by value", pushed, grad(pushed), at);
  check("list of nothing", static_cast<double>(grad(energy)({}).size()), 0);

  // clad #1460: equal places; the distance is smoothed.
  struct Point {
    double z;
  };
  const auto smooth = [](const std::vector<Point>& p) {
    double s = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = i + 1; j < p.size(); ++j) {
        const double d = p[i].z - p[j].z;
        s += std::sqrt(d * d + 1e-12);
      }
    return s;
  };
  for (const Point& p : grad(smooth)(std::vector<Point>{{2}, {2}, {2}}))
    check("clad #1460", p.z, 0);

  const auto indexed = [](double x, int k) {
    std::array<Body, 3> all{};
    for (int i = 0; i < 3; ++i) {
      all[i].mass = x * (i + 1);
      all[i].v[i % 2] = x * x;
    }
    all[k].x = 3 * all[k].mass;
    return all[k].x * all[2 - k].v[k % 2] + all[1].mass;
  };
  for (int k = 0; k < 3; ++k) {
    const auto at_k = [&](double s) { return indexed(1.3 + s, k); };
    check("array of structs", grad(indexed)(1.3, k), cases::difference(at_k, 1e-4),
          cases::kNumeric);
    check("array of structs forward", jvp(indexed)(1.3, k, 1.0), cases::difference(at_k, 1e-4),
          cases::kNumeric);
  }
}

// ---- vectors that grow -------------------------------------------------------------------------

double grows(double x, double y) {
  std::vector<double> v;
  for (int i = 0; i < 9; ++i) v.push_back(x * i + y);
  double s = 0;
  for (double e : v) s += e * e;
  return s * static_cast<double>(v.size()) + v.back() * v[2];
}
double filters(const std::vector<double>& x) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0) kept.push_back(x[i] * x[i]);
  double s = 1;
  for (std::size_t i = 0; i < kept.size(); ++i) s += kept[i] * (i + 1.0);
  return kept.empty() ? s : s * kept.front();
}
double nested(double x, double y) {
  std::vector<double> v;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 7; ++j) v.push_back(x * i + y * j);
  v.pop_back();
  double s = 0;
  for (std::size_t i = 1; i < v.size(); ++i) s += v[i] * v[i - 1];
  return s;
}
double halves(double x, double y) {
  std::vector<double> v;
  v.reserve(40);
  while (x > 0.1) {
    v.push_back(x * y);
    x /= 2;
  }
  return std::accumulate(v.begin(), v.end(), x);
}

void growing() {
  check("clad #1078", grad([](double x) {
          std::vector<double> v;
          for (int i = 0; i < 5; ++i) v.push_back(i * x);
          return v[4];
        })(2.0),
        4);
  NUMBERS("push_back", grows, 1.2, 0.4);
  VECTOR("push_back where it holds", filters, 1.5, -2.0, 0.5, 3.0, -1.0);
  NUMBERS("push_back in nested loops", nested, 0.7, 1.1);
  NUMBERS("push_back in while, reserved", halves, 5.3, 1.1);
  const auto push_back_in_a_straight_line = [](double x) {
    std::vector<double> v{1};
    v.push_back(x);
    v.emplace_back(x * v[1]);
    return v[0] + v[1] * v[2];
  };
  NUMBERS("push_back in a straight line", push_back_in_a_straight_line, 1.4);
}

// ---- pointers, iterators, algorithms -----------------------------------------------------------

// Algorithms that the library writes by builtins, and a plain way beside them.
void algorithms() {
  const auto copies = [](double x, double y) {
    const std::array<double, 3> p{x, y, x * y};
    std::vector<double> v(3), w(2);
    std::copy(p.begin(), p.end(), v.begin());
    std::copy_n(v.begin() + 1, 2, w.begin());
    std::fill(v.begin(), v.begin() + 1, y * y);
    return v[0] * v[2] + w[0] * w[1] * w[1];
  };
  NUMBERS("copy, copy_n, fill", copies, 0.7, 0.4);
  const auto counts = [](double x, double y) {
    const std::array<double, 4> p{x, y, x * y, 1.5};
    const auto many = std::count_if(p.begin(), p.end(), [](double e) { return e > 0.5; });
    auto q = p;
    const bool same = std::equal(p.begin(), p.end(), q.begin());
    int k = 0;
    std::generate(q.begin(), q.end(), [&] { return p[3 - k++] * p[0]; });
    return x * static_cast<double>(many) + (same ? q[1] * q[2] : y);
  };
  NUMBERS("count_if, equal, generate", counts, 0.7, 0.4);
}

void swapping() {
  const auto rows = [](double x) {
    std::vector<double> u(6, x), v(6, 0.0);
    for (int t = 0; t < 5; ++t) {
      v[0] = 0.5 * u[0];
      for (int i = 1; i < 6; ++i) v[i] = 0.5 * u[i] + u[i - 1] * u[i];
      u.swap(v);
    }
    return u[5] + 2 * v[4];
  };
  NUMBERS("two rows change places", rows, 0.7);
  const auto arrays = [](double x, double y) {
    std::array<double, 2> a{x, y}, b{y * y, x * y};
    for (int t = 0; t < 3; ++t) {
      a[0] += b[1];
      a.swap(b);
    }
    return a[0] * b[0] + a[1];
  };
  NUMBERS("two arrays change places", arrays, 0.7, 0.4);
}

void pointers() {
  const auto clad_734 = [](double u, double v) {
    double* p = &v;
    *p += u;
    return u + v;
  };
  NUMBERS("clad #734", clad_734, 1.0, 2.0);
  const auto pointer_through_an_array = [](double x, double y) {
    double a[6] = {x, y, x * y, 1, 2, x};
    double s = 0;
    for (double* p = a; p != a + 6; ++p) {
      *p *= y;
      s += *p;
    }
    const double* q = &a[2];
    return s * q[1] + *(q - 2) + static_cast<double>(q - a);
  };
  NUMBERS("pointer through an array", pointer_through_an_array, 1.3, 0.6);
  const auto iterators = [](const std::vector<double>& x) {
    double s = 0;
    for (auto it = x.begin(); it != x.end(); ++it) s += *it * *it;
    for (auto it = x.cbegin() + 1; it < x.cend(); it++) s *= 1 + it[-1] / 10;
    return s;
  };
  VECTOR("iterators", iterators, 1.0, 0.5, -2.0, 0.7);
  const auto helper = [](const double* p, int n, double w) {
    double s = 0;
    for (int i = 0; i < n; ++i) s += p[i] * w;
    return s;
  };
  const auto pointer_handed_on = [helper](double x, double y) {
    const double a[5] = {x, y, x, 2, y * y};
    return helper(a + 1, 3, x) * helper(a, 2, y);
  };
  NUMBERS("pointer handed on", pointer_handed_on, 1.3, 0.6);
  const auto accumulate = [](const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.5) *
           std::accumulate(x.begin(), x.end(), 1.0, [](double a, double b) { return a * b; });
  };
  VECTOR("accumulate", accumulate, 1.0, 0.5, -2.0, 0.7);
  const auto inner_product = [](const std::vector<double>& x) {
    return std::inner_product(x.begin(), x.end(), x.begin(), 0.25);
  };
  VECTOR("inner_product", inner_product, 1.0, 0.5, -2.0, 0.7);
  const auto transform_reduce = [](const std::vector<double>& x) {
    return std::transform_reduce(x.begin(), x.end(), 0.0, std::plus<>(),
                                 [](double v) { return v * v * v; });
  };
  VECTOR("transform_reduce", transform_reduce, 1.0, 0.5, -2.0, 0.7, 1.1);
  const auto max_element = [](const std::vector<double>& x) {
    return *std::max_element(x.begin(), x.end()) * x[0];
  };
  VECTOR("max_element", max_element, 1.0, 0.5, 2.0, 0.7);
}

// ---- recursion ---------------------------------------------------------------------------------

double power(double x, int n) { return n == 0 ? 1.0 : x * power(x, n - 1); }
double continued(double x, double y, int n) {
  if (n <= 0) return x;
  return x + y / continued(x * 1.01, y, n - 1);
}
template <int N>
double horner(const double* a, double x) {
  if constexpr (N == 0)
    return a[0];
  else
    return a[N] + x * horner<N - 1>(a, x);
}
double odd(double x, int n);
double even(double x, int n) { return n == 0 ? x : x * odd(x + 0.1, n - 1); }
double odd(double x, int n) { return n == 0 ? 1 / x : std::sin(x) + even(x * x, n - 1); }

// Each needs what the other gave before it can go on into it; one asks in a loop that only run time
// ends.
double down(double x, int n);
double up(double x, int n) {
  if (n == 0) return 1 + x;
  double sum = x;
  for (double step = 0.5; step < x + 1; step += 0.4) {
    const double below = down(x * step, n - 1);
    if (below > 2) break;
    sum += step / (1 + below);
  }
  return sum;
}
double down(double x, int n) {
  return n == 0 ? std::sin(x) + 2 : up(x, n - 1) * up(x + 0.1, n / 2);
}

// Recursive functions of whole vectors: what they add to the gradient goes through all calls.
double minors(std::span<const double> a, int n, int row, unsigned taken) {
  if (row == n) return 1;
  double sum = 0, sign = 1;
  for (int column = 0; column < n; ++column) {
    if (taken >> column & 1) continue;
    sum += sign * a[row * n + column] * minors(a, n, row + 1, taken | 1u << column);
    sign = -sign;
  }
  return sum;
}
double crossed(std::span<const double> x, std::span<const double> y, int n) {
  if (n <= 0) return x[0] * y[1];
  return x[n % 2] * crossed(y, x, n - 1) + y[0] * crossed(x, x, n - 2) - y[1] * x[1];
}
void recursion_of_vectors() {
  int size = 3, depth = 4;
  const auto determinant = [=](std::span<const double> a) { return minors(a, size, 0, 0); };
  VECTOR("determinant", determinant, 0.3, 2, 1, -1, 0.5, 0.7, 1.2, -0.4, 3);
  const auto cofactors = grad(determinant)(std::vector<double>{2, 0, 0, 0, 3, 0, 0, 0, 5});
  const double want[] = {15, 0, 0, 0, 10, 0, 0, 0, 6};
  for (int i = 0; i < 9; ++i) check("cofactors", cofactors[i], want[i]);
  const auto both = [=](std::span<const double> x) { return crossed(x, x, depth) * x[1]; };
  VECTOR("one vector twice in a call", both, 0.7, -1.3);
  const auto second = [=](double s) {
    const std::vector<double> v{s, 1.5 * s};
    return crossed(v, v, depth);
  };
  const double h = 1e-4;
  check("twice", grad(grad(second))(0.8), (grad(second)(0.8 + h) - grad(second)(0.8 - h)) / (2 * h),
        1e-6);
}

// A pointer that a branch moves to another element.
void pointers_that_move() {
  const auto best = [](const std::array<double, 4>& p) {
    const double* most = &p[0];
    for (int i = 1; i < 4; ++i)
      if (p[i] > *most) most = &p[i];
    return *most * *most * p[0];
  };
  const auto g = grad(best)({1.5, 4, 2, 3});
  check("the largest, by a pointer", g[0], 16);
  check("the largest, by a pointer", g[1], 12);
  check("the others", g[2] + g[3], 0);
  const auto in_vector = [](const std::vector<double>& v) {
    const double* least = v.data();
    for (std::size_t i = 0; i < v.size(); ++i)
      if (v[i] < *least) least = &v[i];
    return *least * *least;
  };
  const auto h = grad(in_vector)({3, 2, 5});
  check("the least, by a pointer", h[1], 4);
  check("the least, by a pointer", h[0] + h[2], 0);
}

void recursion() {
  for (int n : {0, 1, 5}) {
    check("recursion", grad(power)(1.7, n), n == 0 ? 0 : n * std::pow(1.7, n - 1));
    check("recursion forward", jvp(power)(1.7, n, 1.0), n == 0 ? 0 : n * std::pow(1.7, n - 1));
  }
  const auto recursion_of_known_depth = [](double x) { return power(x, 7) + power(x, 0); };
  NUMBERS("recursion of known depth", recursion_of_known_depth, 1.2);
  const auto recursion_by_templates = [](double x, double y) {
    const double a[4] = {x, y, 2, x * y};
    return horner<3>(a, x);
  };
  NUMBERS("recursion by templates", recursion_by_templates, 1.2, 0.3);
  const auto continued_fraction = [](double x, double y) { return continued(x, y, 6); };
  NUMBERS("continued fraction", continued_fraction, 1.2, 0.3);
  const int depth = 5;
  const auto recursion_of_captured_depth = [=](double x, double y) {
    return continued(x, y, depth) * continued(y, x, depth);
  };
  NUMBERS("recursion of captured depth", recursion_of_captured_depth, 1.2, 0.9);
  for (int n : {0, 1, 2, 3}) {
    const auto at = [&](double s) { return even(0.6 + s, n); };
    check("two that call each other", grad(even)(0.6, n), cases::difference(at, 1e-4),
          cases::kNumeric);
    const auto deep = [&](double s) { return up(0.37 + s, n); };
    check("two that need each other", grad(up)(0.37, n), cases::difference(deep, 1e-5),
          cases::kNumeric);
    check("two that need each other, forwards", jvp(up)(0.37, n, 1.0), grad(up)(0.37, n), 1e-12);
  }
}

}  // namespace

int main() {
  lists();
  growing();
  algorithms();
  swapping();
  pointers();
  pointers_that_move();
  recursion();
  recursion_of_vectors();
  return cases::summary("list cases");
}
