// GradBench's particle: how a charge has to be placed so that a particle that it pushes arrives at
// the origin. The force is the slope of a potential, inside a loop that ends where the particle
// lands; descent over that needs the derivative of it all. Four nestings of forward and reverse
// mode; milliseconds beside half as much again as Enzyme's published ones.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <cstdio>

#include "ratio.h"
using namespace tlaloc;
namespace {

double potential(double x, double y, double w) {
  const double dx = x - 10, dy = y - (10 - w);
  return 1 / std::sqrt(dx * dx + dy * dy) + 1 / std::sqrt(dx * dx + y * y);
}

/// The square of the place where the particle lands.
template <bool kReverse>
double landing(double w) {
  const double step = 0.1;
  double x = 0, y = 8, vx = 0.75, vy = 0;
  while (true) {
    double fx = 0, fy = 0;
    if constexpr (kReverse) {
      const auto [by_x, by_y] = grad<0, 1>(potential)(x, y, w);
      fx = -by_x;
      fy = -by_y;
    } else {
      fx = -jvp(potential)(x, y, w, 1.0, 0.0, 0.0);
      fy = -jvp(potential)(x, y, w, 0.0, 1.0, 0.0);
    }
    x += step * vx;
    y += step * vy;
    if (y <= 0) {
      const double at = x - y / vy * vx;
      return at * at;
    }
    vx += step * fx;
    vy += step * fy;
  }
}

/// Where f is least: steps against its slope, twice as long after ten that helped, half as long
/// after one that did not.
template <class F, class G>
double least_at(const F& f, const G& slope, double x) {
  double value = f(x), by_x = slope(x), rate = 1e-5;
  for (int helped = 0; std::abs(by_x) > 1e-5;) {
    if (helped == 10) {
      rate *= 2;
      helped = 0;
      continue;
    }
    const double next = x - rate * by_x;
    if (std::abs(next - x) <= 1e-5) break;
    const double there = f(next);
    if (there < value) {
      x = next;
      value = there;
      by_x = slope(x);
      ++helped;
    } else {
      rate /= 2;
      helped = 0;
    }
  }
  return x;
}

template <class F, class G>
bool measure(const char* name, const F& f, const G& slope, double enzyme_ms) {
  const double w = least_at(f, slope, 0);
  if (!(std::abs(w - 0.2071918746486116) < 1e-12)) {
    std::printf("%s: w is %.17g\n", name, w);
    return false;
  }
  bench::print_milliseconds(name, [&] { bench::keep(least_at(f, slope, 0)); }, 1.5 * enzyme_ms);
  return true;
}

}  // namespace

int main() {
  const auto with_forward = [](double w) { return landing<false>(w); };
  const auto with_reverse = [](double w) { return landing<true>(w); };
  const auto forward = [](double w) { return jvp(landing<false>)(w, 1.0); };
  bool right = measure("particle_rr_ms", with_reverse, grad(landing<true>), 11.4);
  right &= measure("particle_rf_ms", with_forward, grad(landing<false>), 1.7);
  right &= measure("particle_ff_ms", with_forward, forward, 0.98);
  right &= measure(
      "particle_fr_ms", with_reverse, [](double w) { return jvp(landing<true>)(w, 1.0); }, 3.68);
  return right ? 0 : 1;
}
