// GradBench's ode: y0' = x0, yi' = xi y(i-1), the last component after s steps of the classic
// Runge-Kutta scheme over [0, 2]; its gradient over the primal. Influence moves four components a
// step, so the check has few of them.
#include <tlaloc/tlaloc.h>

#include <array>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {
template <class T>
T ode(std::span<const T> x, int s) {
  const int n = int(x.size());
  std::vector<T> y(n), k1(n), k2(n), k3(n), k4(n), at(n);
  const double h = 2.0 / s;
  for (int i = 0; i < n; ++i) y[i] = 0;
  for (int step = 0; step < s; ++step) {
    for (int i = 0; i < n; ++i) k1[i] = i == 0 ? x[0] : x[i] * y[i - 1];
    for (int i = 0; i < n; ++i) at[i] = y[i] + h / 2 * k1[i];
    for (int i = 0; i < n; ++i) k2[i] = i == 0 ? x[0] : x[i] * at[i - 1];
    for (int i = 0; i < n; ++i) at[i] = y[i] + h / 2 * k2[i];
    for (int i = 0; i < n; ++i) k3[i] = i == 0 ? x[0] : x[i] * at[i - 1];
    for (int i = 0; i < n; ++i) at[i] = y[i] + h * k3[i];
    for (int i = 0; i < n; ++i) k4[i] = i == 0 ? x[0] : x[i] * at[i - 1];
    for (int i = 0; i < n; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[n - 1];
}
}  // namespace
int main() {
  const auto gradient = grad<0>(ode<double>);
  const auto x = bench::numbers(20, 3);
  const auto by_dual = bench::dual_gradient(
      [&](std::span<const bench::Dual> u) { return ode<bench::Dual>(u, 10); }, x);
  if (!bench::agree("ode", gradient(x, 10), by_dual)) return 1;
  std::vector<double> ratios;
  for (const auto& [n, s] :
       {std::array{1000, 1}, std::array{1000, 10}, std::array{1000, 100}, std::array{10000, 10}}) {
    const std::vector<double> at = bench::numbers(std::size_t(n), 3);
    ratios.push_back(bench::compare([&] { bench::keep(gradient(at, s)[0]); },
                                    [&] { bench::keep(ode<double>(at, s)); }, 5)
                         .median);
  }
  bench::print_mean("ode_gradient_over_primal", ratios, 2.6);
}
