// GradBench's det: a determinant by minors, each computed again wherever it is needed; its gradient
// over the primal.
#include <tlaloc/tlaloc.h>

#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

/// Of the rows from `row` on, without the columns in `taken`.
template <class T>
T minors(std::span<const T> a, int n, int row, unsigned taken) {
  if (row == n) return 1;
  T sum = 0;
  double sign = 1;
  for (int column = 0; column < n; ++column) {
    if (taken >> column & 1) continue;
    sum += sign * a[row * n + column] * minors(a, n, row + 1, taken | 1u << column);
    sign = -sign;
  }
  return sum;
}

}  // namespace

int main() {
  const auto gradient = grad<0>(minors<double>);
  const std::vector<double> some = bench::numbers(16, 1);
  const auto by_dual = bench::dual_gradient(
      [](std::span<const bench::Dual> u) { return minors<bench::Dual>(u, 4, 0, 0); }, some);
  if (!bench::agree("det", gradient(some, 4, 0, 0u), by_dual)) return 1;
  std::vector<double> ratios;
  for (int n = 5; n <= 9; ++n) {
    const std::vector<double> a = bench::numbers(std::size_t(n * n), unsigned(n));
    ratios.push_back(bench::compare([&] { bench::keep(gradient(a, n, 0, 0u)[0]); },
                                    [&] { bench::keep(minors<double>(a, n, 0, 0)); }, 5)
                         .median);
  }
  bench::print_mean("det_gradient_over_primal", ratios, 3.1);
}
