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

/// Of the matrix without a row and a column, with its sign.
double cofactor(std::span<const double> a, int n, int row, int column) {
  std::vector<double> rest;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != row && j != column) rest.push_back(a[i * n + j]);
  return ((row + column) % 2 == 0 ? 1 : -1) * minors<double>(rest, n - 1, 0, 0);
}

/// A determinant's slopes are its cofactors.
bool is_right() {
  constexpr int kSize = 5;
  const std::vector<double> some = bench::numbers(kSize * kSize, 1);
  std::vector<double> cofactors;
  for (int i = 0; i < kSize * kSize; ++i)
    cofactors.push_back(cofactor(some, kSize, i / kSize, i % kSize));
  const auto by_dual = bench::dual_gradient(
      [](std::span<const bench::Dual> u) { return minors<bench::Dual>(u, kSize, 0, 0); }, some);
  const auto ours = grad<0>(minors<double>)(some, kSize, 0, 0u);
  return bench::agree("det", ours, by_dual) && bench::agree("cofactors", ours, cofactors);
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  const auto gradient = grad<0>(minors<double>);
  std::vector<double> ratios;
  for (int n = 5; n <= 9; ++n) {
    const std::vector<double> a = bench::numbers(std::size_t(n * n), unsigned(n));
    ratios.push_back(bench::compare([&] { bench::keep(gradient(a, n, 0, 0u)[0]); },
                                    [&] { bench::keep(minors<double>(a, n, 0, 0)); }, 5)
                         .median);
  }
  bench::print_mean("det_gradient_over_primal", ratios, 3.1);
}
