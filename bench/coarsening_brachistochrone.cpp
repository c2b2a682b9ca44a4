// Brachistochrone of the coarsening paper (Shen et al., OOPSLA 2021): the time that a bead needs
// down a wire through n points, differentiated by their heights.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

/// From height 0 at x = 0 to height -1 at x = 1; each piece at the mean of its two ends' speeds.
template <class T>
T slide_time(std::span<const T> heights) {
  using std::sqrt;
  const double gravity = 9.81;
  const int n = int(heights.size());
  const double dx = 1.0 / (n + 1);
  T time = 0, before = 0, speed_before = 0;
  for (int i = 0; i <= n; ++i) {
    const T height = i < n ? heights[i] : T(-1);
    const T speed = sqrt(-2 * gravity * height), drop = height - before;
    time += 2 * sqrt(dx * dx + drop * drop) / (speed_before + speed);
    before = height;
    speed_before = speed;
  }
  return time;
}

std::vector<double> wire(int n) {
  std::vector<double> heights = bench::numbers(std::size_t(n), 1);
  for (int i = 0; i < n; ++i) heights[i] = -(i + 1.0) / (n + 1) - 0.2 * (heights[i] + 1) / (n + 1);
  return heights;
}

}  // namespace

int main() {
  const auto gradient = grad(slide_time<double>);
  const std::vector<double> few = wire(20);
  if (!bench::agree("brachistochrone", gradient(few),
                    bench::dual_gradient(slide_time<bench::Dual>, few)))
    return 1;
  std::vector<double> ratios;
  for (int n : {200, 400, 1000}) {
    const std::vector<double> heights = wire(n);
    ratios.push_back(bench::compare([&] { bench::keep(gradient(heights)[0]); },
                                    [&] { bench::keep(slide_time<double>(heights)); }, 5)
                         .median);
  }
  bench::print_mean("coarsening_brachistochrone_gradient_over_primal", ratios);
}
