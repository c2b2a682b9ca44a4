// References and pointers that mean one of several objects, which only run time tells: chosen by ?:
// as an lvalue, by a function that returns a reference, by std::min and its kin with a comparison.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "numeric.h"

namespace {

double& smaller(double& a, double& b) { return a < b ? a : b; }
double& larger(double& a, double& b) {
  if (a < b) return b;
  return a;
}
const double& middle(const double& a, const double& b, const double& c) {
  if ((a < b) != (a < c)) return a;
  return (b < a) != (b < c) ? b : c;
}
struct Pair {
  double a, b;
  double& big() { return a > b ? a : b; }
  const double& small() const {
    if (a > b) return b;
    return a;
  }
};

void lvalues() {
  NUMBERS("?: is assigned to", ([](double x, double y) {
            double a = x, b = y;
            (x < y ? a : b) = x * y;
            (x > y ? a : b) += x;
            ++(y > 1 ? a : b);
            return a * b;
          }),
          1.3, 2.0);
  NUMBERS("a reference chosen by ?:", ([](double x, double y) {
            double a = x, b = y;
            double& r = x < y ? a : b;
            r *= y;
            const double& q = x > y ? a : b;
            return a * b + r * q;
          }),
          1.3, 2.0);
  NUMBERS("one of three", ([](double x, double y) {
            double a = x, b = y, c = x * y;
            double& least = a < b ? (a < c ? a : c) : (b < c ? b : c);
            least *= 5;
            double& other = x > 2 ? a : y > 0.5 ? b : c;
            other += 7;
            return a * b * c;
          }),
          1.3, 0.7);
  NUMBERS("of elements", ([](double x, double y) {
            double a[3] = {x, y, x * y};
            double& m = a[0] < a[1] ? a[0] : a[1];
            m = m * m;
            const int i = int(x);
            double& r = i > 0 ? a[i] : a[2];
            r += 3;
            return a[0] * a[1] * a[2];
          }),
          1.3, 0.7);
  NUMBERS("of structs", ([](double x, double y) {
            Pair a{x, y}, b{y, x * x};
            Pair &high = a.a > b.a ? a : b, &low = a.a > b.a ? b : a;
            high.a *= low.b;
            low.b += high.a;
            return a.a * b.b + a.b * b.a;
          }),
          1.3, 0.7);
  VECTOR("of vectors", ([](const std::vector<double>& v) {
           std::vector<double> a = v, b = v;
           auto& chosen = v[0] > v[1] ? a : b;
           for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] *= v[0];
           const auto& read = v[0] > 5 ? a : b;
           double s = 0;
           for (const double x : read) s += x * x;
           return s + a[2] * b[1];
         }),
         1.3, 0.7, 2);
  VECTOR("of arrays that run time indexes", ([](const std::vector<double>& v) {
           double a[3] = {v[0], v[1], 1}, b[3] = {1, v[1], v[2]};
           auto& chosen = v[0] > v[1] ? a : b;
           chosen[int(v[2])] *= v[0];
           for (int i = 0; i < 3; ++i) chosen[i] += v[1];
           return a[0] * a[1] * a[2] + b[0] * b[1] * b[2];
         }),
         1.3, 0.7, 2.5);
  NUMBERS("in the turns of a loop", ([](double x, double y) {
            double even = x, odd = y;
            const int n = int(10 * x);
            for (int i = 0; i < n; ++i) (i % 2 ? odd : even) += even * 0.03 + i * odd * 0.01;
            return even * odd;
          }),
          1.35, 0.7);
  NUMBERS("captured by reference", ([](double x, double y) {
            double a = x, b = y;
            double& r = x > y ? a : b;
            const auto scale = [&r](double k) { return r *= k; };
            scale(x);
            return scale(y) + a * b;
          }),
          1.3, 0.7);
}

void returned() {
  NUMBERS("by functions", ([](double x, double y) {
            double a = x, b = y;
            smaller(a, b) *= y;
            larger(a, b) += 1;
            return a * b * middle(a, b, x);
          }),
          1.3, 2.0);
  NUMBERS("by members", ([](double x, double y) {
            Pair p{x, y};
            p.big() *= p.small();
            p.big() += 1;
            return p.a * p.b;
          }),
          1.3, 0.7);
}

void pointers() {
  NUMBERS("chosen by ?: and if", ([](double x, double y) {
            double a = x, b = y;
            double* p = x < y ? &a : &b;
            *p += y * y;
            if (x > 1) p = &b;
            *p *= x;
            return a * b;
          }),
          1.3, 2.0);
  NUMBERS("set on both sides", ([](double x) {
            double a = x, b = 1, *p;
            if (x > 1)
              p = &a;
            else
              p = &b;
            *p *= x;
            return a + b;
          }),
          1.3);
  NUMBERS("exchanged in a loop", ([](double x, double y) {
            double a = x, b = y;
            double *p = &a, *q = &b;
            const int n = int(x * 7);
            for (int i = 0; i < n; ++i) {
              *p += 0.1 * *q * *q;
              std::swap(p, q);
            }
            return *p * 2 + *q;
          }),
          1.3, 0.7);
  NUMBERS("to arrays, exchanged", ([](double x, double y) {
            std::array<double, 2> a{x, y}, b{};
            auto *from = &a, *to = &b;
            for (int i = 0; i < 3; ++i) {
              (*to)[0] = (*from)[0] * x + (*from)[1];
              (*to)[1] = (*from)[1] * y;
              std::swap(from, to);
            }
            return (*from)[0] * (*from)[1];
          }),
          1.3, 0.7);
  for (const double at : {1.3, 0.7})
    NUMBERS("null or not", ([](double x) {
              double a = x, *p = nullptr;
              if (x > 1) p = &a;
              if (p) *p *= x;
              return p == nullptr ? 3 * a : a;
            }),
            at);
  VECTOR("null until a loop sets it", ([](const std::vector<double>& v) {
           const double* best = nullptr;
           for (const double& x : v)
             if (!best || x > *best) best = &x;
           return best != nullptr ? *best * *best * v[0] : 0.0;
         }),
         1.3, -2.0, 4, 0.5);
}

struct Keyed {
  double key, value;
  bool operator<(const Keyed& o) const { return key < o.key; }
};

void extremes() {
  const auto by_size = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
  NUMBERS("min and max with a comparison", ([by_size](double x, double y) {
            return std::max(x, y, by_size) * x + std::min(x, y, std::greater<>()) * y;
          }),
          1.3, -2.0);
  NUMBERS("clamp with a comparison", ([](double x, double y) {
            return std::clamp(x, -y, y, [](double a, double b) { return a < b; }) * x;
          }),
          1.3, 1.0);
  NUMBERS("minmax", ([by_size](double x, double y) {
            const auto [low, high] = std::minmax(x, y);
            const std::pair<double, double> p = std::minmax(x, y, by_size);
            const auto [least, most] = std::minmax({x, y, 0.5});
            return low * low + high * p.first * least - p.second * p.second * most;
          }),
          1.3, -2.0);
  NUMBERS("minmax_element of a C array", ([](double x, double y) {
            const double a[] = {x, y, 2};
            const auto [low, high] = std::minmax_element(std::begin(a), std::end(a));
            return *low * *high + *low;
          }),
          1.3, -2.0);
  NUMBERS("max of structs", ([](double x, double y) {
            const Keyed a{x, y}, b{y, x * x};
            const auto by_value = [](const Keyed& p, const Keyed& q) { return p.value < q.value; };
            const Keyed& m = std::max(a, b);
            return m.value * m.key + std::max(a, b, by_value).key * std::min(a, b).value;
          }),
          1.3, 1.0);
}

struct Holder {
  double& r;
  void add(double k) { r += k; }
};
struct Base {
  double v;
  double square() const { return v * v; }
};
struct Derived : Base {
  double w;
};
struct Candidate {
  double score, value;
};
double scaled(const double* scale, double x) { return scale ? *scale * x : x; }

void held() {
  NUMBERS("in a member", ([](double x, double y) {
            double a = x, b = y;
            Holder h{x > y ? a : b};
            h.add(x * y);
            return a * b * h.r;
          }),
          1.3, 1.0);
  NUMBERS("in a pair, read after a write", ([](double x, double y) {
            const auto [low, high] = std::minmax(x, y);
            const double s = low * high;
            x = 5 * y;
            return s + low * low * high;
          }),
          1.3, 1.0);
  NUMBERS("of a base", ([](double x, double y) {
            Derived a{{x}, y}, b{{y}, x};
            const Base* p = x > y ? &a : &b;
            Base& q = x > y ? static_cast<Base&>(b) : a;
            q.v += 1;
            return p->square() * a.w + q.v * b.w;
          }),
          1.3, 1.0);
  for (const double at : {1.3, 0.3})
    NUMBERS("a pointer that may be null, as an argument", ([](double x, double y) {
              const double* p = x > y ? &y : nullptr;
              return scaled(p, x) * scaled(nullptr, y) * scaled(&x, y);
            }),
            at, 1.0);
  VECTOR("the best so far", ([](const std::vector<double>& v) {
           std::array<Candidate, 3> c{{{v[0], v[1]}, {v[1], v[2]}, {v[2], v[0]}}};
           const Candidate* best = &c[0];
           for (const Candidate& k : c)
             if (k.score > best->score) best = &k;
           return best->value * best->score + c[0].value * c[1].value;
         }),
         1, 3, 2);
}

/// A reference chosen in every lane by itself, and the second derivative through one.
void transformed() {
  using namespace tlaloc;
  const auto f = [](double x) {
    double a = x * x, b = 3 * x;
    double& r = x > 1 ? a : b;
    r *= x;
    return a + b;
  };
  const Vector<double> xs = {0.5, 2.0, -1.0};
  const auto g = vmap<Any>(grad(f))(xs);  // x <= 1: x^2 + 3 x^2; else x^3 + 3 x
  cases::check("lanes", g(0), 4);
  cases::check("lanes", g(1), 15);
  cases::check("lanes", g(2), -8);
  cases::check("second", hessian(f)(2.0), 12);
  cases::check("second", grad(grad(f))(0.5), 8);
}

}  // namespace

int main() {
  lvalues();
  returned();
  pointers();
  extremes();
  held();
  transformed();
  return cases::summary("choices");
}
