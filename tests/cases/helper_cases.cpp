// Helpers that take functions: templates of the user's, by value, const reference and forwarding
// reference, handed lambdas, functions and objects; algorithms of the standard library; views.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "numeric.h"

namespace {

template <class F>
double simpson(const F& f, double a, double b) {
  const int n = 10;
  const double h = (b - a) / n;
  double s = f(a) + f(b);
  for (int i = 1; i < n; ++i) s += (i % 2 ? 4 : 2) * f(a + i * h);
  return s * h / 3;
}
template <class F>
double twice(F&& f, double x) {
  return std::forward<F>(f)(f(x));
}
template <class F>
double applied(const F& f, double x) {
  return std::invoke(f, x);
}
template <class F, class... G>
double chain(double x, const F& f, const G&... g) {
  if constexpr (sizeof...(g) == 0)
    return f(x);
  else
    return chain(f(x), g...);
}
double composed(const auto& f, const auto& g, double x) { return f(g(x)); }
double by_pointer(double (*f)(double), double x) { return (*f)(x) + f(2 * x); }
double by_reference(double (&f)(double), double x) { return f(x) * f(2 * x); }

template <class F>
struct Doubled {
  const F& f;
  double operator()(double x) const { return 2 * f(x); }
};
struct Polynomial {
  std::array<double, 3> c;
  double operator()(double x) const { return c[0] + x * (c[1] + x * c[2]); }
};
double square(double x) { return x * x; }

void callables() {
  NUMBERS("a closure by const reference", ([](double k, double b) {
            const auto f = [&](double x) { return k * x * x; };
            return simpson(f, 0, b);
          }),
          3.0, 2.0);
  NUMBERS("a closure by forwarding reference",
          ([](double k, double x) { return twice([k](double y) { return k * y * y; }, x); }), 1.5,
          0.7);
  NUMBERS("a function by const reference", ([](double k) { return applied(square, k) * k; }), 3.0);
  NUMBERS("a function's address by const reference",
          ([](double k) { return applied(&square, k) * k; }), 3.0);
  NUMBERS("a function by pointer", ([](double k) { return by_pointer(square, k); }), 3.0);
  NUMBERS("a function by reference", ([](double k) { return by_reference(square, k); }), 1.5);
  NUMBERS("an object by const reference",
          ([](double a, double b) { return simpson(Polynomial{{a, b, a * b}}, 0, b); }), 3.0, 2.0);
  NUMBERS("an object that holds a reference to a closure", ([](double k) {
            const auto f = [k](double x) { return k * x; };
            const Doubled<decltype(f)> twice_f{f};
            return twice_f(k);
          }),
          3.0);
  NUMBERS("a pack of closures and functions", ([](double k) {
            return chain(
                k, [](double x) { return x * x + 1; }, square, [k](auto x) { return k * x; });
          }),
          1.2);
  NUMBERS("two closures", ([](double k) {
            return composed([k](double x) { return k * x; }, [&k](double x) { return k * k + x; },
                            2);
          }),
          1.2);
  const double outer = 2;
  const auto held = [outer](double x) { return outer * x * x; };
  NUMBERS("a captured closure", ([held](double k) { return simpson(held, 0, k); }), 3.0);
  NUMBERS("a closure captured by reference", ([&held](double k) { return simpson(held, 0, k); }),
          3.0);
}

bool is_large(double x) { return x > 2; }

void searches() {
  VECTOR("any_of", ([](const std::vector<double>& v) {
           const bool any = std::any_of(v.begin(), v.end(), [](double x) { return x > 2; });
           return any ? v[0] * v[1] : v[2];
         }),
         3, 1, 2, -1, 0.5, 2.5);
  VECTOR("all_of, none_of", ([](const std::vector<double>& v) {
           const bool all = std::all_of(v.begin(), v.end(), [](double x) { return x > -2; });
           const bool none = std::none_of(v.begin(), v.end(), is_large);
           return (all ? v[0] * v[1] : v[2]) + (none ? v[3] : v[4] * v[4]);
         }),
         3, 1, 2, -1, 0.5);
  VECTOR("find_if", ([](const std::vector<double>& v) {
           const double limit = v[0] * 0.5;
           const auto at = std::find_if(v.begin(), v.end(), [&](double x) { return x < limit; });
           return at == v.end() ? v[0] : *at * *at + double(at - v.begin()) * v[0];
         }),
         3, 2, 1, -1, 0.5);
  VECTOR("count_if", ([](const std::vector<double>& v) {
           return double(std::count_if(v.begin(), v.end(), is_large)) * v[0] * v[1];
         }),
         3, 1, 1.9, -1, 2.5);
  VECTOR("max_element, minmax_element", ([](const std::vector<double>& v) {
           const auto top = std::max_element(v.begin(), v.end());
           const auto [low, high] = std::minmax_element(v.begin(), v.end());
           return *top * *low + *high * double(top - v.begin());
         }),
         3, 1, 4, -1, 2.5);
  VECTOR("a pointer that a loop sets", ([](const std::vector<double>& v) {
           const double* best = v.data();
           for (std::size_t i = 0; i < v.size(); ++i)
             if (v[i] > 3.5) best = &v[i];
           return *best * v[0];
         }),
         3, 1, 4, -1, 2.5, 7);
}

void sequences() {
  VECTOR("transform, partial_sum, inner_product", ([](const std::vector<double>& v) {
           std::vector<double> squares(v.size()), sums(v.size());
           std::transform(v.begin(), v.end(), squares.begin(), [](double x) { return x * x; });
           std::partial_sum(squares.begin(), squares.end(), sums.begin());
           return std::inner_product(sums.begin(), sums.end(), v.begin(), 0.0);
         }),
         3, 1, 2, -1, 0.5);
  VECTOR("iota, fill, for_each, accumulate", ([](const std::vector<double>& v) {
           std::vector<double> w(v.size()), u(v.size());
           std::iota(w.begin(), w.end(), v[1]);
           std::fill(u.begin() + 1, u.end(), v[0]);
           double s = 0;
           std::for_each(v.begin(), v.end(), [&](double x) { s += x * x * x; });
           return s + w[2] * w[3] * u[1] + std::accumulate(u.begin(), u.end(), 0.0);
         }),
         3, 1, 2, -1, 0.5);
  VECTOR("reduce, transform_reduce", ([](const std::vector<double>& v) {
           const double squares = std::transform_reduce(v.begin(), v.end(), 0.0, std::plus<>(),
                                                        [](double x) { return x * x; });
           return squares * std::reduce(v.begin(), v.end(), 0.0);
         }),
         3, 1, 2, -1, 0.5);
  VECTOR("inclusive_scan, exclusive_scan, fill_n, rotate", ([](std::vector<double> v) {
           std::vector<double> with(v.size()), without(v.size()), u(v.size());
           std::inclusive_scan(v.begin(), v.end(), with.begin());
           std::exclusive_scan(v.begin(), v.end(), without.begin(), 1.0);
           std::fill_n(u.begin(), 3, v[1]);
           std::rotate(v.begin(), v.begin() + 2, v.end());
           return with[2] * without[4] * v[0] + u[2] * with[4] * v[3] + u[3];
         }),
         3, 1, 2, -1, 0.5);
  VECTOR("reverse, adjacent_difference", ([](std::vector<double> v) {
           std::reverse(v.begin(), v.end());
           std::vector<double> d(v.size());
           std::adjacent_difference(v.begin(), v.end(), d.begin());
           return d[1] * d[2] * v[4] + d[3] * v[0];
         }),
         3, 1, 2, -1, 0.5);
}

// ---- parts of views -----------------------------------------------------------------------------

double squares(std::span<const double> x) {
  double s = 0;
  for (const double v : x) s += v * v;
  return s;
}
double horner(std::span<const double> c, double x) {
  double r = 0;
  for (std::size_t i = c.size(); i-- > 0;) r = r * x + c[i];
  return r;
}

void views() {
  VECTOR("subspan, written through", ([](std::vector<double> a) {
           std::span<double> m = std::span<double>(a).subspan(1, 2);
           m[0] *= a[0];
           return a[1] * double(m.size()) + m.back() * m[0];
         }),
         1, 2, 3, 4);
  VECTOR("first and last, by arguments and by template arguments",
         ([](const std::vector<double>& a) {
           const std::span<const double> s(a);
           return horner(s.first(3), 0.5) * horner(s.last<2>(), 1.5) + squares(s.subspan<2>());
         }),
         1, 2, 3, 4, 5);
  VECTOR("a part that moves with the loop", ([](const std::vector<double>& a) {
           const std::span<const double> x(a);
           double s = 0;
           for (std::size_t i = 0; i + 1 < x.size(); ++i) s += squares(x.subspan(i, 2)) * x[i];
           return s;
         }),
         1, 2, 3, -1, 0.5, 2);
  VECTOR("a view that a loop makes shorter", ([](const std::vector<double>& a) {
           std::span<const double> rest(a);
           double s = 1;
           while (!rest.empty()) {
             s = s * 0.5 + rest.front() * rest.front();
             rest = rest.subspan(1);
           }
           return s;
         }),
         1, 2, 3, 4, 5);
  VECTOR("a part of a part, and spans from pointers and iterators",
         ([](const std::vector<double>& a) {
           const std::span<const double> s = std::span(a).subspan(1, 3).subspan(1);
           const double sum = std::accumulate(s.begin(), s.end(), 0.0);
           return sum * s.front() + squares({a.data() + 2, 3}) + squares({a.begin() + 1, a.end()}) +
                  *std::max_element(s.begin(), s.end());
         }),
         1, 2, 3, 4, 5, 6);
  VECTOR("parts of an array", ([](const std::vector<double>& a) {
           std::array<double, 6> w{};
           const std::span<double, 6> all(w);
           const auto top = all.first<3>();
           for (std::size_t i = 0; i < top.size(); ++i) top[i] = a[i] * a[i];
           for (double& x : all.last(2)) x = a[3];
           return squares(w);
         }),
         1, 2, 3, 4);
  VECTOR("the gradient of a part", ([](const std::vector<double>& a) {
           return tlaloc::grad([](std::span<const double> x) { return squares(x) * x[0]; })(
               std::span(a).subspan(1, 2))[0];
         }),
         1, 2, 3, 4);
}

}  // namespace

int main() {
  callables();
  searches();
  sequences();
  views();
  return cases::summary("helper");
}
