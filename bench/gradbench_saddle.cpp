// GradBench's saddle: the lowest, over points a, of the highest, over points b, of |a|^2 - |b|^2,
// both found by descent, so that one descent is differentiated with another inside. Four nestings
// of forward and reverse mode; milliseconds beside half as much again as Enzyme's published ones.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <cstdio>

#include "ratio.h"
using namespace tlaloc;
namespace {

struct Point {
  double x = 0, y = 0;
};

double height(Point a, Point b) { return (a.x * a.x + a.y * a.y) - (b.x * b.x + b.y * b.y); }

double length(double x, double y) { return std::sqrt(x * x + y * y); }

/// Where f is least: steps against its slope, twice as long after ten that helped, half as long
/// after one that did not.
template <class F, class G>
Point least_at(const F& f, const G& slope, Point at) {
  double value = f(at), rate = 1e-5;
  Point by = slope(at);
  int helped = 0;
  while (length(by.x, by.y) > 1e-5) {
    if (helped == 10) {
      rate *= 2;
      helped = 0;
      continue;
    }
    const Point next{at.x - rate * by.x, at.y - rate * by.y};
    if (length(next.x - at.x, next.y - at.y) <= 1e-5) break;
    const double there = f(next);
    if (there < value) {
      at = next;
      value = there;
      by = slope(at);
      ++helped;
    } else {
      rate /= 2;
      helped = 0;
    }
  }
  return at;
}

constexpr Point kStart{1, 1};

template <bool kReverse>
Point highest_at(Point a) {
  const auto depth = [&](Point b) { return -height(a, b); };
  const auto slope = [&](Point b) {
    if constexpr (kReverse)
      return grad(depth)(b);
    else
      return Point{jvp(depth)(b, Point{1, 0}), jvp(depth)(b, Point{0, 1})};
  };
  return least_at(depth, slope, kStart);
}

template <bool kReverse>
double highest(Point a) {
  return height(a, highest_at<kReverse>(a));
}

template <bool kInside, class G>
bool measure(const char* name, const G& slope, double enzyme_ms) {
  constexpr double kAnswer = 8.246324826140356e-06;
  Point a, b;
  const auto search = [&] {
    a = least_at(highest<kInside>, slope, kStart);
    b = highest_at<kInside>(a);
  };
  bench::print_milliseconds(
      name,
      [&] {
        search();
        bench::keep(a.x);
      },
      1.5 * enzyme_ms);
  for (double x : {a.x, a.y, b.x, b.y})
    if (!(std::abs(x - kAnswer) <= 1e-9 * kAnswer)) {
      std::printf("%s: %.17g\n", name, x);
      return false;
    }
  return true;
}

}  // namespace

int main() {
  const auto forward = [](const auto& by) {
    return [&by](Point a) { return Point{by(a, Point{1, 0}), by(a, Point{0, 1})}; };
  };
  const auto over_forward = jvp(highest<false>);
  const auto over_reverse = jvp(highest<true>);
  bool right = measure<true>("saddle_rr_ms", grad(highest<true>), 2.14);
  right &= measure<false>("saddle_ff_ms", forward(over_forward), 1.58);
  right &= measure<true>("saddle_fr_ms", forward(over_reverse), 1.58);
  right &= measure<false>("saddle_rf_ms", grad(highest<false>), 2.0);
  return right ? 0 : 1;
}
