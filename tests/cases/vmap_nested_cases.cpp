// Batches of batches of functions whose loops end in each lane at its own turn: break, return out
// of a loop, while. Values and derivatives are closed forms.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <string>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

using Outer = Axis<"outer">;
using Inner = Axis<"inner">;
using Top = Axis<"top">;
using Two = Tensor<double, Outer, Inner>;

const Two kXs = {{1.1, 2, 5}, {0.5, 3, 0.1}};

// x + 2 x + ... as long as the sum is at most 4.
double with_break(double x) {
  double s = 0;
  for (int i = 1; i < 6; ++i) {
    if (s > 4) break;
    s += x * i;
  }
  return s * s;
}
double factor(double x) {
  double c = 0;
  for (int i = 1; i < 6 && c * x <= 4; ++i) c += i;
  return c;
}

// x^k for the first k that brings it above 10: the log of that, else x^4.
double with_return(double x) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    s = s * x;
    if (s > 10) return std::log(s);
  }
  return s;
}
double slope_of_return(double x) {
  for (int k = 2; k < 5; ++k)
    if (std::pow(x, k) > 10) return k / x;
  return 4 * x * x * x;
}

double with_while(double a) {
  double x = 1, before = 0;
  while (std::fabs(x - before) > 1e-12) {
    before = x;
    x = 0.5 * (x + a / x);
  }
  return x;
}

template <class Want>
void all(const std::string& what, const Two& got, Want want) {
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      check(what + ", lane " + std::to_string(i) + std::to_string(k), got(i, k), want(kXs(i, k)));
}

void values() {
  all("break", vmap<Outer>(vmap<Inner>(with_break))(kXs),
      [](double x) { return x * x * factor(x) * factor(x); });
  all("while", vmap<Outer>(vmap<Inner>(with_while))(kXs), [](double x) { return std::sqrt(x); });
}

void gradients() {
  all("break, gradient", vmap<Outer>(vmap<Inner>(grad(with_break)))(kXs),
      [](double x) { return 2 * x * factor(x) * factor(x); });
  all("return, gradient", vmap<Outer>(vmap<Inner>(grad(with_return)))(kXs), slope_of_return);
  all("while, gradient", vmap<Outer>(vmap<Inner>(grad(with_while)))(kXs),
      [](double x) { return 0.5 / std::sqrt(x); });
  all("while, second derivative", vmap<Outer>(vmap<Inner>(grad(grad(with_while))))(kXs),
      [](double x) { return -0.25 / (x * std::sqrt(x)); });
  const auto loss = [](const Two& x) { return mean(vmap<Outer>(vmap<Inner>(with_return))(x)); };
  all("gradient of the mean", grad(loss)(kXs), [](double x) { return slope_of_return(x) / 6; });
}

void three_levels() {
  const Tensor<double, Top, Outer, Inner> x = {{{1.1, 2, 5}}, {{0.5, 3, 0.1}}};
  const auto g = vmap<Top>(vmap<Outer>(vmap<Inner>(grad(with_break))))(x);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) {
      const double c = factor(x(i, 0, k));
      check("three levels", g(i, 0, k), 2 * x(i, 0, k) * c * c);
    }
}

// A length that each lane has for itself, and what is read of it by index alone.
void lengths() {
  const auto powers = [](double x, int n) {
    std::vector<double> p(n + 1);
    p[0] = 1;
    for (int i = 0; i < n; ++i) p[i + 1] = p[i] * x;
    return p[n];
  };
  const Tensor<int, Outer, Inner> ns = {{3, 0, 1}, {2, 4, 1}};
  const auto g = vmap<Outer>(vmap<Inner>(grad<0>(powers)))(kXs, ns);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      check("a length of its own", g(i, k), ns(i, k) * std::pow(kXs(i, k), ns(i, k) - 1));
}

// f = a^2 b doubled until it is above 20: n times.
double doubled(const Vector<double>& v) {
  double y = v(0) * v(0) * v(1);
  while (y < 20) y = 2 * y;
  return y;
}
void whole_derivatives() {
  const Tensor<double, Outer, Inner, Any> x = {{{1, 3}, {5, 7}}, {{0.5, 2}, {2, 2.5}}};
  const double scale[2][2] = {{8, 1}, {64, 2}};
  const auto h = vmap<Outer>(vmap<Inner>(hessian(doubled)))(x);
  const auto both = [](const Vector<double>& v) { return Vector<double>{doubled(v), v(0) * v(1)}; };
  const auto j = vmap<Outer>(vmap<Inner>(jacobian(both)))(x);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) {
      const double a = x(i, k, 0), b = x(i, k, 1), s = scale[i][k];
      check("hessian, aa", h(i, k, 0, 0), 2 * b * s);
      check("hessian, ab", h(i, k, 0, 1), 2 * a * s);
      check("hessian, ba", h(i, k, 1, 0), 2 * a * s);
      check("hessian, bb", h(i, k, 1, 1), 0);
      check("jacobian, 0a", j(i, k, 0, 0), 2 * a * b * s);
      check("jacobian, 0b", j(i, k, 0, 1), a * a * s);
      check("jacobian, 1a", j(i, k, 1, 0), b);
      check("jacobian, 1b", j(i, k, 1, 1), a);
    }
}

}  // namespace

int main() {
  values();
  gradients();
  three_levels();
  lengths();
  whole_derivatives();
  return cases::summary("vmap of vmap");
}
