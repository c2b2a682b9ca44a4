// GradBench's kmeans: the sum over points of the squared distance to the nearest of k centres. What
// is asked is the direction of a step, the gradient by the centres over the diagonal of the
// Hessian, which is diagonal: its product with ones. Over the primal, and the gradient alone over
// the primal.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
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

/// Gradient and diagonal come from one program: the gradient's own derivative, along ones.
std::vector<double> direction(std::span<const double> centres, std::span<const double> points,
                              int k, int d) {
  const auto slope = [=](std::span<const double> c) {
    return grad<0>(kmeans<double>)(c, points, k, d);
  };
  const std::vector<double> ones(centres.size(), 1.0);
  auto [gradient, diagonal] = value_and_jvp(slope)(centres, ones);
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] /= diagonal[i];
  return gradient;
}

struct Sample {
  int k, d;
  std::vector<double> points, centres;
  Sample(int n, int k, int d)
      : k(k),
        d(d),
        points(bench::numbers(std::size_t(n) * d, 1)),
        centres(points.end() - std::ptrdiff_t(k) * d, points.end()) {
    for (std::size_t i = 0; i < centres.size(); ++i) centres[i] += 0.01 * (i % 7);
  }
};

/// The diagonal's closed form: twice the number of points nearest to a centre.
bool is_right(const Sample& s) {
  const auto gradient = bench::dual_gradient(
      [&](std::span<const bench::Dual> c) { return kmeans<bench::Dual>(c, s.points, s.k, s.d); },
      s.centres);
  std::vector<double> members(s.k), steps;
  for (std::size_t i = 0; i < s.points.size(); i += s.d) {
    std::vector<double> apart(s.k);
    for (std::size_t c = 0; c < s.centres.size(); ++c)
      apart[c / s.d] += std::pow(s.points[i + c % s.d] - s.centres[c], 2);
    members[std::min_element(apart.begin(), apart.end()) - apart.begin()] += 1;
  }
  for (std::size_t i = 0; i < gradient.size(); ++i)
    steps.push_back(gradient[i] / (2 * members[i / s.d]));
  return bench::agree("kmeans", grad<0>(kmeans<double>)(s.centres, s.points, s.k, s.d), gradient) &&
         bench::agree("kmeans direction", direction(s.centres, s.points, s.k, s.d), steps);
}

}  // namespace

int main() {
  if (!is_right({1000, 10, 8})) return 1;
  const auto gradient = grad<0>(kmeans<double>);
  std::vector<double> gradients, directions;
  for (const auto& [n, k, d] :
       {std::array{1000, 10, 8}, std::array{1000, 100, 8}, std::array{10000, 10, 16}}) {
    const Sample s(n, k, d);
    const auto primal = [&] { bench::keep(kmeans<double>(s.centres, s.points, k, d)); };
    const auto ratio = [&](auto&& ours) { return bench::compare(ours, primal, 5).median; };
    gradients.push_back(ratio([&] { bench::keep(gradient(s.centres, s.points, k, d)[0]); }));
    directions.push_back(ratio([&] { bench::keep(direction(s.centres, s.points, k, d)[0]); }));
  }
  bench::print_mean("kmeans_gradient_over_primal", gradients, 2.1);
  bench::print_mean("kmeans_direction_over_primal", directions, 2.1);
}
