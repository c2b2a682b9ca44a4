// HMC of the coarsening paper (Shen et al., OOPSLA 2021): the potential energy of Bayesian logistic
// regression, which Hamiltonian Monte Carlo differentiates by its coefficients at every step.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

/// x[n][d]; y is 0 or 1; a normal prior of variance 100.
template <class T>
T potential(std::span<const T> beta, std::span<const double> x, std::span<const double> y) {
  using std::exp, std::log;
  const int d = int(beta.size()), n = int(y.size());
  T energy = 0;
  for (int i = 0; i < n; ++i) {
    T t = 0;
    for (int j = 0; j < d; ++j) t += x[i * d + j] * beta[j];
    // log(1 + e^t), which must not overflow
    energy += (t > 0 ? t + log(1 + exp(-t)) : log(1 + exp(t))) - y[i] * t;
  }
  for (int j = 0; j < d; ++j) energy += beta[j] * beta[j] / 200;
  return energy;
}

}  // namespace

int main() {
  const auto gradient = grad<0>(potential<double>);
  std::vector<double> ratios;
  for (const auto& [n, d] : {std::array{100, 1}, std::array{1000, 2}, std::array{800, 3}}) {
    const std::vector<double> x = bench::numbers(std::size_t(n * d), 1),
                              beta = bench::numbers(std::size_t(d), 3);
    std::vector<double> y = bench::numbers(std::size_t(n), 2);
    for (double& label : y) label = label > 0;
    const auto by_dual = bench::dual_gradient(
        [&](std::span<const bench::Dual> b) { return potential<bench::Dual>(b, x, y); }, beta);
    if (!bench::agree("hmc", gradient(beta, x, y), by_dual)) return 1;
    ratios.push_back(bench::compare([&] { bench::keep(gradient(beta, x, y)[0]); },
                                    [&] { bench::keep(potential<double>(beta, x, y)); }, 5)
                         .median);
  }
  bench::print_mean("coarsening_hmc_gradient_over_primal", ratios);
}
