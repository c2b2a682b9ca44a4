// GradBench's kmeans: the sum over points of the squared distance to the nearest of k centres. Its
// gradient by the centres, over the primal.
#include <tlaloc/tlaloc.h>

#include <array>
#include <vector>

#include "dual.h"
#include "ratio.h"

using namespace tlaloc;

namespace {

// centres: k rows of d, points: n rows of d
template <class T>
T kmeans(std::span<const T> centres, std::span<const double> points, int k, int d) {
  const int n = int(points.size()) / d;
  T cost = 0;
  for (int i = 0; i < n; ++i) {
    T least = 0;
    for (int c = 0; c < k; ++c) {
      T distance = 0;
      for (int j = 0; j < d; ++j) {
        const T apart = centres[c * d + j] - points[i * d + j];
        distance += apart * apart;
      }
      if (c == 0 || distance < least) least = distance;
    }
    cost += least;
  }
  return cost;
}

}  // namespace

int main() {
  const auto gradient = grad<0>(kmeans<double>);
  std::vector<double> ratios;
  for (const auto& [n, k, d] :
       {std::array{1000, 10, 8}, std::array{1000, 100, 8}, std::array{10000, 10, 16}}) {
    const std::vector<double> points = bench::numbers(std::size_t(n) * d, 1);
    const std::vector<double> centres(points.end() - std::ptrdiff_t(k) * d, points.end());
    std::vector<double> off = centres;
    for (std::size_t i = 0; i < off.size(); ++i) off[i] += 0.01 * (i % 7);
    if (n * k <= 10000) {
      const auto by_dual = bench::dual_gradient(
          [&](std::span<const bench::Dual> c) { return kmeans<bench::Dual>(c, points, k, d); },
          off);
      if (!bench::agree("kmeans", gradient(off, points, k, d), by_dual)) return 1;
    }
    ratios.push_back(bench::compare([&] { bench::keep(gradient(off, points, k, d)[0]); },
                                    [&] { bench::keep(kmeans<double>(off, points, k, d)); }, 5)
                         .median);
  }
  bench::print_mean("kmeans_gradient_over_primal", ratios, 2.1);
}
