// The rows of the bug log that carry values through loops, and switches, in every way.
#include "every_way.h"

using cases::every_way;
using cases::second;

namespace {

void carried() {
  const auto quotients = [](auto a) {
    decltype(a) s = 0;
    for (int i = 1; i <= 2; ++i) s += 1 / (i + a * a);
    return s;
  };
  every_way("clad #1865", quotients, 1.0, -13.0 / 18);
  second("clad #1865", quotients, 1.0, 31.0 / 54);
  for (int n : {1, 2, 7})
    every_way(
        "enzyme PR 3167",
        [n](auto x) {
          decltype(x) s = 0;
          for (int k = 0; k < n; ++k) {
            s = 0;
            s += x;
          }
          return s;
        },
        1.5, 1);
  const auto masked = [](auto x) {
    using T = decltype(x);
    T r = 1;
    for (int i = 0; i < 8; ++i) {
      const T mask = i < 4;
      r = mask * (r * x) + (1 - mask) * r;
    }
    return r;
  };
  every_way("jax #5900", masked, 3.0, 108);
  second("jax #5900", masked, 3.0, 108);
  const auto turned = [](auto angle) {
    decltype(angle) x = 2;
    for (int i = 0; i < 1; ++i) x = std::cos(angle) * x;
    return x;
  };
  every_way("taichi #2505", turned, 1.0, -1.68294196961579);
  second("taichi #2505", turned, 1.0, -2 * std::cos(1.0));
  for (int n : {0, 3})
    for (double start : {5.0, 0.0}) {
      const auto sum = [n, start](auto x) {
        using T = decltype(x);
        T acc = T(start);
        for (int i = 0; i < n; ++i) acc += x;
        return acc * 2 * x;
      };
      every_way("warp #1694", sum, 1.0, 2 * start + 4 * n);
      second("warp #1694", sum, 1.0, 4 * n);
    }
  every_way(
      "jax-mps #195",
      [](auto x) {
        using T = decltype(x);
        for (int i = 0; i < 130; ++i)
          if (i % 2 == 0) x *= T(1.001);
        return x;
      },
      1.0, std::pow(1.001, 65));
  every_way(
      "tensorflow #22504",
      [](auto x) {
        auto y = x;
        for (int i = 0; i < 6; ++i) y = y + y;
        return y;
      },
      1.25, 64);
  every_way(
      "warp #1552",
      [](auto x) {
        using T = decltype(x);
        const T c[2][2] = {{0, 2}, {3, 0}};
        T best = T(-1e30);
        for (int p = 0; p < 2; ++p)
          for (int q = 0; q < 2; ++q) {
            if (c[p][q] == 0) continue;
            const T v = x * c[p][q] * (p + q + 2);
            if (v > best) best = v;
          }
        return best;
      },
      1.0, 9);
}

struct Squarer {
  template <class T>
  T twice(T x) const {
    T r = x;
    for (int i = 0; i < 2; ++i) r = r * r;
    return r;
  }
};

void switches() {
  for (int k = 0; k < 4; ++k) {
    const auto falls = [k](auto x) {
      switch (k) {
        case 1:
          x = x * x;
          [[fallthrough]];
        case 2:
          return x * x;
      }
      return x;
    };
    every_way("F1", falls, 2.0, k == 1 ? 32 : k == 2 ? 4 : 1);
    second("F1", falls, 2.0, k == 1 ? 48 : k == 2 ? 2 : 0);
  }
  every_way(
      "F3",
      [](auto x) {
        const int k = static_cast<int>(x);
        return x * k;
      },
      2.7, 2);
  const auto method = [](auto x) { return Squarer().twice(x); };
  every_way("swift #56342", method, 0.0, 0);
  every_way("swift #56342", method, 1.0, 4);
  second("swift #56342", method, 1.0, 12);
  const auto early = [](auto x) {
    if (x > 0) return 2 * x;
    decltype(x) s = 0;
    for (int i = 0; i < 5; ++i) s += x * x * i;
    return s;
  };
  every_way("clad #1958", early, 1.0, 2);
  second("clad #1958", early, 1.0, 0);
  second("clad #1958", early, -1.0, 20);
}

}  // namespace

int main() {
  carried();
  switches();
  return cases::summary("loops and switches of the log");
}
