// Gradients of scalar functions and of loops over spans, one thread: against the derivative written
// by hand, and against the primal. The primal of a ratio "over primal" is the user's own function,
// compiled by the same compiler with the same flags.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "dual.h"
#include "ratio.h"

using namespace tlaloc;
using bench::compare;
using bench::keep;

namespace {

std::vector<double> numbers(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = double((i * 7919 + 13) % 1009) / 1009;
  return x;
}

void by_hand() {
  const auto f = [](double x) { return x * x * x - 2 * x * x + x / (1 + x * x); };
  const auto ours = grad(f);
  const auto hand = [](double x) {
    const double q = 1 + x * x;
    return 3 * x * x - 4 * x + (1 - x * x) / (q * q);
  };
  const std::vector<double> x = numbers(4096);
  std::vector<double> y(x.size());
  const auto over = [&](const auto& g) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = g(x[i]);
    keep(y[0]);
  };
  bench::print("scalar_gradient_over_hand", compare([&] { over(ours); }, [&] { over(hand); }), 1.1);
}

template <class T>
T lse(std::span<const T> x) {
  using std::exp, std::log, std::max;
  T most = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) most = max(most, x[i]);
  T sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += exp(x[i] - most);
  return most + log(sum);
}

template <class T>
T llsq(std::span<const T> x, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    const double t = -1 + 2.0 * i / (n - 1);
    double power = 1;
    T value = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      value += x[j] * power;
      power *= t;
    }
    const double sign = t > 0 ? 1.0 : t < 0 ? -1.0 : 0.0;
    sum += (sign - value) * (sign - value);
  }
  return 0.5 * sum;
}

bool is_right() {
  const std::vector<double> x = numbers(50), far = {1000, -1000, 999, 0, 1000.5};
  for (const auto& at : {x, far})
    if (!bench::agree("lse", grad(lse<double>)(at), bench::dual_gradient(lse<bench::Dual>, at)))
      return false;
  const auto squares = [](std::span<const bench::Dual> u) { return llsq<bench::Dual>(u, 16); };
  return bench::agree("llsq", grad<0>(llsq<double>)(x, 16), bench::dual_gradient(squares, x));
}

void over_primal() {
  std::vector<double> ratios;
  const auto lse_gradient = grad(lse<double>);
  for (std::size_t n = 2500; n <= 640000; n *= 4) {
    const std::vector<double> x = numbers(n);
    ratios.push_back(
        compare([&] { keep(lse_gradient(x)[0]); }, [&] { keep(lse<double>(x)); }, 5).median);
  }
  bench::print_mean("lse_gradient_over_primal", ratios, 1.6);
  ratios.clear();
  const auto llsq_gradient = grad(llsq<double>);
  const std::vector<double> x = numbers(128);
  for (int n = 16; n <= 4096; n *= 4)
    ratios.push_back(
        compare([&] { keep(llsq_gradient(x, n)[0]); }, [&] { keep(llsq<double>(x, n)); }, 5)
            .median);
  bench::print_mean("llsq_gradient_over_primal", ratios, 1.6);
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  by_hand();
  over_primal();
}
