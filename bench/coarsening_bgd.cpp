// BGDHyperOpt of the coarsening paper (Shen et al., OOPSLA 2021): the error that batch gradient
// descent ends with, differentiated by its learning rate.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

/// The root of the squared errors of y = w x over their number, after descent from w = 0.
template <class T>
T end_error(T rate, std::span<const double> x, std::span<const double> y, int most) {
  using std::abs, std::sqrt;
  const int n = int(x.size());
  T w = 0;
  int step = 0;
  while (true) {
    T slope = 0;
    for (int i = 0; i < n; ++i) slope += 2 * x[i] * (y[i] - x[i] * w);
    slope = slope / double(n);
    if (abs(slope) < 1e-3 || step == most) break;
    w += rate * slope;
    ++step;
  }
  T squares = 0;
  for (int i = 0; i < n; ++i) squares += (y[i] - x[i] * w) * (y[i] - x[i] * w);
  return sqrt(squares) / double(n);
}

bool is_right() {
  const std::vector<double> x{1, 2, 3}, y{2, 4, 7};
  const auto [error, slope] = value_and_grad<0>(end_error<double>)(0.05, x, y, 5);
  if (!(std::abs(error - 0.2321297756) < 1e-9 && std::abs(slope + 5.353247505) < 1e-8)) {
    std::printf("the error is %.10g, its slope %.10g\n", error, slope);
    return false;
  }
  const std::vector<double> x2 = bench::numbers(50, 1), y2 = bench::numbers(50, 2);
  const double ours = grad<0>(end_error<double>)(0.1, x2, y2, 100);
  const double by_dual = end_error<bench::Dual>({0.1, 1}, x2, y2, 100).d;
  return bench::agree("bgd", std::span(&ours, 1), std::span(&by_dual, 1));
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  const auto gradient = grad<0>(end_error<double>);
  std::vector<double> ratios;
  for (int records : {200, 1000, 2000}) {
    const std::vector<double> x = bench::numbers(std::size_t(records), 1);
    std::vector<double> y = bench::numbers(std::size_t(records), 2);
    for (int i = 0; i < records; ++i) y[i] = 2 * x[i] + 0.1 * y[i];
    ratios.push_back(bench::compare([&] { bench::keep(gradient(0.01, x, y, 300)); },
                                    [&] { bench::keep(end_error<double>(0.01, x, y, 300)); }, 5)
                         .median);
  }
  bench::print_mean("coarsening_bgd_gradient_over_primal", ratios);
}
