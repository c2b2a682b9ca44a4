// The rows of the bug log over arrays, vectors and local arrays, in every way.
#include <algorithm>
#include <span>

#include "every_way.h"

using cases::check;
using cases::every_way;
using cases::second;

namespace {

void extremes() {
  const auto smallest = []<class T>(const std::vector<T>& x) {
    T m = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) m = std::min(m, x[i]);
    return m;
  };
  every_way("enzyme #2002", smallest, {3, 1, 2}, {0, 1, 0});
  const auto largest = []<class T>(const std::vector<T>& v) {
    T m = v[0];
    for (std::size_t i = 0; i < v.size(); ++i) {
      const T t = v[i];
      m = std::max(m, t);
    }
    return m;
  };
  every_way("enzyme #2708", largest, {1, 5, 2}, {0, 1, 0});
  const auto branched = []<class T>(const std::vector<T>& v) {
    T m = v[0];
    for (std::size_t i = 1; i < v.size(); ++i)
      if (v[i] < m) m = v[i];
    return m * m;
  };
  every_way("enzyme #2002, by a branch", branched, {3, 1, 2}, {0, 2, 0});
  check("enzyme #2002, by a branch, second", second("by a branch", branched, {3, 1, 2})(1, 1), 2);
}

void products() {
  const auto product = []<class T>(const std::vector<T>& x) {
    T p = 1;
    for (T v : x) p *= v;
    return p;
  };
  every_way("pytorch #773", product, {2, 0, 4}, {0, 8, 0});
  every_way("pytorch #82644", product, {0, 0, 4}, {0, 0, 0});
  const auto h = second("pytorch #194699", product, {2, 0, 4});
  check("pytorch #194699", h(0, 1), 4);
  check("pytorch #194699", h(0, 2), 0);
  check("pytorch #194699", h(1, 2), 2);
  const auto ones = second("pytorch #18619", product, {1, 1, 1});
  check("pytorch #18619", ones(0, 1), 1);
  const auto cumulative = []<class T>(const std::vector<T>& x) {
    T p = 1, s = 0;
    for (T v : x) {
      p *= v;
      s += p;
    }
    return s;
  };
  every_way("jax #2542", cumulative, {2, 0, 3, 4}, {1, 32, 0, 0});
  every_way("tensorflow #119430", cumulative, {0, 2, 3}, {9, 0, 0});
  const auto chain = second("jax #2542", cumulative, {2, 0, 3, 4});
  check("jax #2542, second", chain(0, 1), 16);
  const auto squares = []<class T>(const std::vector<T>& x) {
    T s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i];
    return s;
  };
  every_way("DifferentiationInterface #1018", squares, {1, 2, 3}, {2, 4, 6});
  const auto two = second("DifferentiationInterface #1018", squares, {1, 2, 3});
  for (int i = 0; i < 9; ++i)
    check("DifferentiationInterface #1018", two(i / 3, i % 3), i % 4 == 0 ? 2 : 0);
}

void sums() {
  const auto powers = [](auto x) {
    using T = decltype(x);
    const int exponents[] = {0, 1, 2};
    T s = 0;
    for (int k : exponents) s += std::pow(x, k);
    return s;
  };
  every_way("jax #14397", powers, 0.0, 1);
  second("jax #14397", powers, 0.0, 2);
  const auto spread = []<class T>(const std::vector<T>& x) {
    T s = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = i + 1; j < x.size(); ++j) s += x[j] - x[i];
    return s;
  };
  every_way("autodiff #314", spread, {1, 5, -2, 3}, {-3, -1, 1, 3});
  const auto apart = []<class T>(const std::vector<T>& z) {
    T s = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
      for (std::size_t j = i + 1; j < z.size(); ++j)
        s += std::sqrt((z[i] - z[j]) * (z[i] - z[j]) + T(1e-12));
    return s;
  };
  every_way("clad #1460", apart, {2, 2, 2}, {0, 0, 0});
  const auto centred = []<class T>(const std::vector<T>& x) {
    T mean = 0, s = 0;
    for (T v : x) mean += v / static_cast<T>(x.size());
    for (T v : x) s += v - mean;
    return s;
  };
  every_way("pytorch #107007", centred, {1, 5, -2}, {0, 0, 0});
  const auto scaled = []<class T>(const std::vector<T>& x) {
    std::vector<T> out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = x[0] * x[i];
    T s = 0;
    for (T v : out) s += v;
    return s;
  };
  // enzyme #2199: a = 2 scales (1, 2, 3, 4); here a is the first of all.
  every_way("enzyme #2199", scaled, {2, 1, 2, 3, 4}, {14, 2, 2, 2, 2});
  const auto form = []<class T>(const std::vector<T>& x) {
    T s = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) s += T(0.5) * x[i] * x[j] * (3 * i + j + 1);
    return s;
  };
  every_way("cppad #13", form, {1, 2, 3}, {22, 34, 46});
  const auto h = second("cppad #13", form, {1, 2, 3});
  check("cppad #13, second", h(0, 1), 3);  // (A + A') / 2
  check("cppad #13, second", h(2, 2), 9);
}

template <class T>
T bells(const std::vector<T>& p) {
  const T w[3] = {p[0], p[1], 1}, m[4] = {5, 2, 7, 6};
  T bell[4];
  for (int k = 0; k < 4; ++k)
    bell[k] = std::exp(-(2 - m[k]) * (2 - m[k]) / (2 * p[2 + k] * p[2 + k])) / 3;
  T s = 0;
  for (int i = 0; i < 60; ++i) {
    T t = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
      t += w[k] * bell[k];
      sum += w[k];
    }
    s += t + bell[3] * (1 - sum);
  }
  return s;
}

void local_arrays() {
  const auto sum_of_bells = [](const auto& p) { return bells(p); };
  const std::vector<double> p{.25, .25, .5, 1, 1.5, 2};
  const std::vector<double> want{-2.70670536, 17.29329434,  5.482792708e-6,
                                 0,           0.5727289096, -2.7067056648};
  every_way("clad #927", sum_of_bells, p, want, 1e-8);
  second("clad #927", sum_of_bells, p);
  const auto filled = [](auto x) {
    using T = decltype(x);
    T a[5] = {};
    for (int k = 0; k < 5; ++k) {
      T& r = a[k];
      r = x;
    }
    T s = 0;
    for (T e : a) s += e;
    return s;
  };
  every_way("clad #440", filled, 2.0, 5);
  const auto pushed = [](auto x) {
    std::vector<decltype(x)> v;
    for (int i = 0; i < 5; ++i) v.push_back(i * x);
    return v[4];
  };
  every_way("clad #1078", pushed, 2.0, 4);
  const auto in_place = [](auto x) {
    const auto square = [](auto& v) { v *= v; };
    square(x);
    return x;
  };
  every_way("clad #281", in_place, 3.0, 6);
  second("clad #281", in_place, 3.0, 2);
  const auto through = [](auto u, auto v) {
    auto* place = &v;
    *place += u;
    return u + v;
  };
  every_way("clad #734", through, 1.0, 2.0, 2, 1);
}

// gradbench kmeans at its smallest size: centroids (1, 1), (4, 4).
void nearest() {
  const auto cost = []<class T>(const std::vector<T>& c) {
    const T points[4][2] = {{1, 2}, {3, 4}, {0, 0}, {5, 5}};
    T total = 0;
    for (const auto& p : points) {
      T least = 0;
      for (int k = 0; k < 2; ++k) {
        T d = 0;
        for (int j = 0; j < 2; ++j) d += (c[2 * k + j] - p[j]) * (c[2 * k + j] - p[j]);
        least = k == 0 ? d : std::min(least, d);
      }
      total += least;
    }
    return total;
  };
  check("k-means, value", cost(std::vector<double>{1, 1, 4, 4}), 6);
  every_way("k-means", cost, {1, 1, 4, 4}, {2, 0, 0, -2});
  const auto h = second("k-means", cost, {1, 1, 4, 4});
  for (int i = 0; i < 16; ++i) check("k-means, second", h(i / 4, i % 4), i % 5 == 0 ? 4 : 0);
}

void twice() {
  const auto g = tlaloc::grad([](const std::vector<double>& x) {
    double s = 0;
    for (double v : x) s += std::sin(v) * v;
    return s;
  });
  const std::vector<double> x{1, 2, 3}, before = x;
  const auto first = g(x), again = g(x);
  check("ADBench #91: the same bits twice", first == again, 1);
  check("gradbench lstm: the input is what it was", x == before, 1);
}

}  // namespace

int main() {
  extremes();
  products();
  sums();
  local_arrays();
  nearest();
  twice();
  return cases::summary("arrays of the log");
}
