// In the place of QWOP of the coarsening paper (Shen et al., OOPSLA 2021): a walker of our own, of
// masses, bones and muscles over a floor. How far it comes, differentiated by what its muscles are
// told.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

constexpr int kMuscles = 4;

/// A body of `parts` masses above two legs of two masses each. Commands: kMuscles a step.
template <class T>
T distance(std::span<const T> commands, int parts, int steps) {
  using std::exp, std::sqrt, std::tanh;
  const double step = 0.01, gravity = 9.8, stiffness = 400, damping = 0.5, floor = 2000, grip = 3;
  const int n = parts + 4, knee = parts, foot = parts + 2;
  std::vector<T> x(n), y(n), vx(n), vy(n), fx(n), fy(n);
  for (int i = 0; i < parts; ++i) {
    x[i] = 0.1 * i;
    y[i] = 1 + 0.5 * i;
  }
  for (int leg = 0; leg < 2; ++leg) {
    x[knee + leg] = 0.3 * leg - 0.1;
    y[knee + leg] = 0.5;
    x[foot + leg] = 0.4 * leg - 0.2;
    y[foot + leg] = 0.02;
  }
  for (int i = 0; i < n; ++i) {
    vx[i] = 0.1;
    vy[i] = 0;
  }
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      fx[i] = -damping * vx[i];
      fy[i] = -gravity - damping * vy[i];
    }
    // The back: springs between neighbours and one further.
    for (int apart = 1; apart <= 2; ++apart)
      for (int i = 0; i + apart < parts; ++i) {
        const T dx = x[i + apart] - x[i], dy = y[i + apart] - y[i];
        const T length = sqrt(dx * dx + dy * dy);
        const T pull = stiffness * (length - 0.5 * apart) / length;
        fx[i] += pull * dx;
        fy[i] += pull * dy;
        fx[i + apart] -= pull * dx;
        fy[i + apart] -= pull * dy;
      }
    // The legs: thigh and shin, as long as their muscles are told.
    for (int leg = 0; leg < 2; ++leg)
      for (int bone = 0; bone < 2; ++bone) {
        const int upper = bone == 0 ? 0 : knee + leg, lower = (bone == 0 ? knee : foot) + leg;
        const T told = 0.15 * tanh(commands[t * kMuscles + 2 * leg + bone]);
        const T dx = x[lower] - x[upper], dy = y[lower] - y[upper];
        const T length = sqrt(dx * dx + dy * dy);
        const T pull = stiffness * (length - 0.5 - told) / length;
        fx[upper] += pull * dx;
        fy[upper] += pull * dy;
        fx[lower] -= pull * dx;
        fy[lower] -= pull * dy;
      }
    // The floor pushes what is in it, and holds it.
    for (int i = 0; i < n; ++i) {
      if (y[i] >= 0) continue;
      const T push = -floor * y[i];
      fy[i] += push;
      fx[i] -= grip * push * tanh(10 * vx[i]);
    }
    for (int i = 0; i < n; ++i) {
      vx[i] += step * fx[i];
      vy[i] += step * fy[i];
      x[i] += step * vx[i];
      y[i] += step * vy[i];
    }
  }
  T sum = 0;
  for (int i = 0; i < parts; ++i) sum += x[i] - 0.05 * (y[i] - 1) * (y[i] - 1);
  return sum / double(parts);
}

}  // namespace

int main() {
  const auto gradient = grad<0>(distance<double>);
  const std::vector<double> few = bench::numbers(40 * kMuscles, 1);
  const auto by_dual = bench::dual_gradient(
      [](std::span<const bench::Dual> u) { return distance<bench::Dual>(u, 3, 40); }, few);
  if (!bench::agree("walker", gradient(few, 3, 40), by_dual)) return 1;
  std::vector<double> ratios;
  for (const auto& [parts, steps] : {std::array{2, 50}, std::array{4, 100}, std::array{8, 200}}) {
    const std::vector<double> commands = bench::numbers(std::size_t(steps * kMuscles), 1);
    ratios.push_back(bench::compare([&] { bench::keep(gradient(commands, parts, steps)[0]); },
                                    [&] { bench::keep(distance<double>(commands, parts, steps)); },
                                    5)
                         .median);
  }
  bench::print_mean("coarsening_walker_gradient_over_primal", ratios);
}
