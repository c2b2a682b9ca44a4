// The rows of the bug log that are loops left early, in every way.
#include "every_way.h"

using cases::every_way;
using cases::second;

namespace {

void left_early() {
  every_way(
      "clad #710",
      [](auto u, auto v) {
        auto s = 11 * u;
        for (int i = 0; i <= 2; ++i) {
          s += u * i;
          continue;
        }
        (void)v;
        return s;
      },
      2.0, 3.0, 14, 0);
  every_way(
      "clad #851",
      [](auto u) {
        decltype(u) s = 0;
        for (int i = 0; i <= 2; ++i) {
          s += i * u;
          if (i == 1) break;
        }
        return s;
      },
      2.0, 1);
  const auto bounds = [](auto low, auto high) {
    using T = decltype(low);
    T s = 0;
    for (T x = low; x <= high; x += T(0.25)) s += T(0.25) * x * x;
    return s;
  };
  every_way("clad #474", bounds, 1.0, 2.0, 3.75, 0);
  second("clad #474", bounds, 1.0, 2.0, {2.5, 0, 0});
  const auto odd = [](auto x) {
    auto r = x;
    for (int i = 1; i <= 9; ++i) {
      if (i % 2 == 0) continue;
      r *= x;
    }
    return r;
  };
  every_way("swift, continue", odd, 2.0, 192);
  every_way("swift, continue", odd, 3.0, 1458);
  second("swift, continue", odd, 2.0, 480);
  const auto powers = [](auto x) {
    auto r = x;
    int i = 0;
    do {
      if (i == 2) break;
      if (i == 0)
        r = r * x;
      else
        r = r * r;
      ++i;
    } while (true);
    return r;
  };
  every_way("swift, do", powers, 2.0, 32);
  every_way("swift, do", powers, 3.0, 108);
  second("swift, do", powers, 2.0, 48);
  const auto inside = [](auto x) {
    using T = decltype(x);
    T s = 0;
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) {
        if (i * j == 6) return s * x;
        s += x * j;
      }
      if (i == 1) continue;
      s *= T(1.5);
    }
    return s;
  };
  cases::check("F2, value", inside(1.5), 63);
  every_way("F2", inside, 1.5, 84);
  second("F2", inside, 1.5, 56);
}

// swift control_flow: 0 leaves the outer loop, everything else goes on with the inner one.
template <class T>
T labelled(T x, int n) {
  T outer = x;
  for (int i = 0; i < n; ++i) {
    outer *= x;
    T inner = outer;
    for (int j = 0; j < n; ++j) {
      inner += x;
      switch (static_cast<int>(inner) % 7) {
        case 0:
          return outer;
        default:
          continue;
      }
    }
    outer = inner;
  }
  return outer;
}
template <class T>
T flagged(T x, int n) {
  T outer = x;
  bool leave = false;
  for (int i = 0; i < n && !leave; ++i) {
    outer *= x;
    T inner = outer;
    for (int j = 0; j < n; ++j) {
      inner += x;
      switch (static_cast<int>(inner) % 7) {
        case 0:
          leave = true;
          break;
        default:
          continue;
      }
      break;
    }
    if (!leave) outer = inner;
  }
  return outer;
}

void row_85() {
  const double values[] = {6, 20, 52, 24}, slopes[] = {5, 22, 80, 28};
  for (int n = 1; n <= 4; ++n) {
    const auto one = [n](auto x) { return labelled(x, n); };
    const auto other = [n](auto x) { return flagged(x, n); };
    cases::check("swift, labelled break, value", one(2.0), values[n - 1]);
    every_way("swift, labelled break", one, 2.0, slopes[n - 1]);
    every_way("swift, labelled break by a flag", other, 2.0, slopes[n - 1]);
    second("swift, labelled break", one, 2.0, n == 1 ? 2 : n == 2 ? 16 : n == 3 ? 90 : 20);
  }
}

}  // namespace

int main() {
  left_early();
  row_85();
  return cases::summary("loops of the log that are left early");
}
