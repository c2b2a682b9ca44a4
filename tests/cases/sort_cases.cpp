// What changes the order or the length of lists: std::sort and its kin, members of std::vector that
// fill it, cut it and put it together; and comparisons by <=>.
// flags: -Wno-deprecated-declarations
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "numeric.h"

namespace {

/// Tells every element's place apart.
double weighed(std::span<const double> v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += (double(i) + 1) * v[i] * v[i];
  return s;
}

void sorts() {
  VECTOR("sort", ([](std::vector<double> v) {
           std::sort(v.begin(), v.end());
           return weighed(v);
         }),
         3, 1, 2, -1, 7, 2.5, -4);
  VECTOR("sort of an array, downwards", ([](const std::vector<double>& v) {
           std::array<double, 3> w{v[2], v[0], v[1] * v[0]};
           std::sort(w.begin(), w.end(), std::greater<>());
           return w[0] * w[1] - w[2];
         }),
         3, 1, 2);
  VECTOR("sort of a part, by size", ([](std::vector<double> v) {
           const auto by_size = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
           std::sort(v.begin() + 1, v.end() - 1, by_size);
           return weighed(v);
         }),
         3, 5, 2, -1, 7, 2.5);
  VECTOR("sort through a span, and backwards", ([](std::vector<double> v) {
           const std::span<double> head(v.data(), 3);
           std::sort(head.begin(), head.end());
           const double s = weighed(v);
           std::sort(v.rbegin(), v.rend());
           return s * weighed(v);
         }),
         3, 5, 2, -1, 1.5);
  VECTOR("ranges::sort", ([](std::vector<double> v) {
           std::ranges::sort(v);
           const double s = weighed(v);
           std::ranges::sort(v, std::greater<>());
           return s + 2 * weighed(v);
         }),
         3, 5, 2, -1, 1.5);
  VECTOR("sort of values that depend on all", ([](const std::vector<double>& v) {
           std::vector<double> far(v.size());
           for (std::size_t i = 0; i < v.size(); ++i) far[i] = std::fabs(v[i] - v[0] * v[1]);
           std::sort(far.begin(), far.end());
           return far[0] * far[1] + far.back();
         }),
         0.5, 1.5, 2, -1);
  VECTOR("sort of none and of one", ([](const std::vector<double>& v) {
           std::vector<double> none, one{v[0]};
           std::sort(none.begin(), none.end());
           std::sort(one.begin(), one.end());
           return one[0] * one[0] + double(none.size());
         }),
         3);
}

struct Point {
  double at, weight;
  bool operator<(const Point& o) const { return at < o.at; }
};

void records() {
  VECTOR("sort of structs", ([](const std::vector<double>& v) {
           std::array<Point, 4> p;
           for (int i = 0; i < 4; ++i) p[i] = {v[i], v[3 - i] * v[0]};
           std::sort(p.begin(), p.end());
           double area = 0;
           for (int i = 1; i < 4; ++i)
             area += (p[i].at - p[i - 1].at) * (p[i].weight + p[i - 1].weight) / 2;
           std::sort(p.begin(), p.end(),
                     [](const Point& a, const Point& b) { return a.weight > b.weight; });
           return area + p[0].at * p[1].weight;
         }),
         3, 1, 2, 5);
  VECTOR("a vector of structs", ([](const std::vector<double>& v) {
           std::vector<Point> p(v.size());
           for (std::size_t i = 0; i < v.size(); ++i) p[i] = {v[i], double(i)};
           std::ranges::sort(p, {}, [](const Point& q) { return q.at; });
           double s = 0;
           for (const Point& q : p) s = s * 0.5 + q.at * q.weight;
           return s;
         }),
         3, 1, 2, 5, -1);
  VECTOR("an order of numbers", ([](const std::vector<double>& v) {
           std::vector<int> order(v.size());
           std::iota(order.begin(), order.end(), 0);
           std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return v[a] < v[b]; });
           double s = 0;
           for (const int i : order) s = s * 0.5 + v[i] * v[i];
           return s;
         }),
         3, 1, 2, 5, -1);
  VECTOR("equal keys stay as they were", ([](const std::vector<double>& v) {
           std::vector<std::pair<int, double>> p;
           for (std::size_t i = 0; i < v.size(); ++i) p.push_back({int(i) % 2, v[i]});
           std::stable_sort(p.begin(), p.end(),
                            [](const auto& a, const auto& b) { return a.first < b.first; });
           double s = 0;
           for (const auto& [key, x] : p) s = s * 0.5 + x * x + key;
           return s;
         }),
         3, 1, 2, 5, -1);
}

void parts() {
  VECTOR("median", ([](std::vector<double> v) {
           const auto middle = v.begin() + std::ptrdiff_t(v.size() / 2);
           std::nth_element(v.begin(), middle, v.end());
           return *middle * *middle;
         }),
         3, 1, 2, 5, -1);
  VECTOR("the two largest", ([](std::vector<double> v) {
           std::partial_sort(v.begin(), v.begin() + 2, v.end(), std::greater<>());
           return v[0] * v[1] * v[1];
         }),
         3, 1, 2, 5, -1);
  VECTOR("a sum from the smallest on", ([](std::vector<double> v) {
           std::sort(v.begin(), v.end());
           return std::accumulate(v.begin(), v.begin() + 3, 0.0) * v.back();
         }),
         3, 1, 2, 5, -1);
}

void members() {
  NUMBERS("a list in braces is assigned", ([](double x) {
            std::vector<double> v{1};
            v = {x, x * x, 2};
            std::array<double, 2> a{};
            a = {x, 3};
            return weighed(v) * a[0] * a[1];
          }),
          1.3);
  NUMBERS("assign", ([](double x) {
            const std::array<double, 3> a{x, 1, x * x};
            std::vector<double> v(7);
            v.assign(a.begin(), a.end());
            double s = weighed(v);
            v.assign({x, 2 * x});
            s *= weighed(v);
            v.assign(3, x);
            return s + weighed(v);
          }),
          1.3);
  NUMBERS("insert and erase", ([](double x) {
            std::vector<double> v{1, 2};
            const auto at = v.insert(v.begin() + 1, x);
            double s = *at;
            v.insert(v.end(), 2, x * x);
            v.insert(v.begin(), {4, x});
            const std::array<double, 3> more{x, 5, x};
            v.insert(v.begin() + 2, more.begin(), more.end());
            s *= weighed(v);
            v.erase(v.begin());
            v.erase(v.begin() + 2, v.end() - 2);
            return s + weighed(v);
          }),
          1.3);
  NUMBERS("resize", ([](double x) {
            std::vector<double> v{x, 2};
            v.resize(4);
            v[3] = x * x;
            double s = weighed(v);
            v.resize(5, x);
            s += weighed(v) * v.back();
            v.resize(1);
            return s + weighed(v) * v.front();
          }),
          1.3);
  VECTOR("resize to a length of run time", ([](const std::vector<double>& v) {
           std::vector<double> longer = v, shorter = v;
           longer.resize(std::size_t(v[0] * 2), v[1]);
           shorter.resize(std::size_t(v[1]), v[0]);
           return weighed(longer) * weighed(shorter);
         }),
         3.2, 1.3, 2, 5);
  NUMBERS("of structs", ([](double x) {
            std::vector<Point> p{{x, 1}};
            p.resize(2);
            p[1].at = x * x;
            p.insert(p.begin(), Point{2, x});
            p.insert(p.end(), {{1, 2}, {x, x}});
            p.erase(p.begin() + 1);
            double s = 0;
            for (const Point& q : p) s = s * 2 + q.at * q.weight + q.at;
            p = {{x, x}};
            return s * p[0].at;
          }),
          1.3);
  NUMBERS("a value that is read once", ([](double x) {
            int turns = 0;
            const auto next = [&] { return x * ++turns; };
            std::vector<double> v;
            v.insert(v.begin(), next());
            v.assign(2, next());
            v.resize(3, next());
            return weighed(v) * turns;
          }),
          1.3);
}

// ---- <=> ---------------------------------------------------------------------------------------

struct Version {
  double x;
  int i;
  auto operator<=>(const Version&) const = default;
};
struct Money {
  double amount;
  std::partial_ordering operator<=>(const Money& o) const { return amount <=> o.amount; }
  bool operator==(const Money& o) const { return amount == o.amount; }
};

void orders() {
  const auto f = [](double x, double y) {
    const Version a{x, 1}, b{y, 1}, c{x, 2};
    return (a < b ? x * y : x) + (a == b ? 1 : y) + (a < c ? x * x : 0) + (c >= b ? 3 * x : y);
  };
  NUMBERS("of a struct, by default", f, 1.3, 2.0);
  NUMBERS("of a struct, by default", f, 2.0, 1.3);
  const auto own = [](double x, double y) {
    const Money a{x}, b{y};
    return a < b ? x * y : a > b ? x * x * y : y;
  };
  NUMBERS("of one's own", own, 1.3, 2.0);
  NUMBERS("of one's own", own, 2.0, 1.3);
  const auto numbers = [](double x, double y) {
    const auto c = x <=> y;
    const auto n = int(10 * x) <=> int(10 * y);
    return (c < 0 ? x * y : c == 0 ? x : c > 0 ? y * y : 7 * x) * (std::is_gteq(n) ? x : y * y);
  };
  NUMBERS("of numbers", numbers, 1.32, 2.07);
  NUMBERS("of numbers", numbers, 2.07, 1.32);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  cases::check("with a NaN", std::get<0>(tlaloc::grad([](double x, double y) {
                 return std::is_eq(x <=> y) || x <=> y < 0 || x <=> y > 0 ? x : 7 * x;
               })(1.0, nan)),
               7);
}

void transformed() {
  using namespace tlaloc;
  const auto f = [](double x, double y) {
    std::array<double, 3> v{x, y, x * y};
    std::sort(v.begin(), v.end());
    return v[0] * v[0] * v[2];
  };
  const Vector<double> xs = {3, 0.5}, ys = {2, 4};
  const auto g = vmap<Any>(grad<0>(f))(xs, ys);
  cases::check("lanes", g(0), 8);  // y^2 * x y
  cases::check("lanes", g(1), 4);  // x^2 y
  const auto h = hessian(f)(3.0, 2.0).dense();
  cases::check("second", h(0, 1), 12);  // 3 y^2
  cases::check("second", h(1, 1), 36);  // 6 x y
}

}  // namespace

int main() {
  sorts();
  records();
  parts();
  members();
  orders();
  transformed();
  return cases::summary("sorts");
}
