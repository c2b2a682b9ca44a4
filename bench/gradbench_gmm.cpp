// GradBench's gmm: the log posterior of a mixture of k Gaussians in d dimensions over n points, up
// to a constant; its gradient by all parameters over the primal.
#include <tlaloc/tlaloc.h>

#include <array>
#include <tuple>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {
// parameters: alpha[k], mu[k][d], q[k][d], l[k][d (d - 1) / 2]; x[n][d]
template <class T>
T gmm(std::span<const T> alpha, std::span<const T> mu, std::span<const T> q, std::span<const T> l,
      std::span<const double> x, int d) {
  using std::exp, std::log;
  const int k = int(alpha.size()), n = int(x.size()) / d, lower = d * (d - 1) / 2;
  std::vector<T> diagonal(k * d), sums(k), terms(k), apart(d);
  for (int c = 0; c < k; ++c) {
    sums[c] = 0;
    for (int j = 0; j < d; ++j) {
      sums[c] += q[c * d + j];
      diagonal[c * d + j] = exp(q[c * d + j]);
    }
  }
  T total = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      for (int j = 0; j < d; ++j) apart[j] = x[i * d + j] - mu[c * d + j];
      T squares = 0;
      for (int j = 0; j < d; ++j) {
        T y = diagonal[c * d + j] * apart[j];
        for (int m = 0; m < j; ++m) y += l[c * lower + j * (j - 1) / 2 + m] * apart[m];
        squares += y * y;
      }
      terms[c] = alpha[c] + sums[c] - 0.5 * squares;
    }
    T most = terms[0];
    for (int c = 1; c < k; ++c) most = terms[c] > most ? terms[c] : most;
    T sum = 0;
    for (int c = 0; c < k; ++c) sum += exp(terms[c] - most);
    total += most + log(sum);
  }
  T most = alpha[0];
  for (int c = 1; c < k; ++c) most = alpha[c] > most ? alpha[c] : most;
  T sum = 0;
  for (int c = 0; c < k; ++c) sum += exp(alpha[c] - most);
  total -= n * (most + log(sum));
  for (int c = 0; c < k; ++c) {
    T squares = 0;
    for (int j = 0; j < d; ++j) squares += diagonal[c * d + j] * diagonal[c * d + j];
    for (int j = 0; j < lower; ++j) squares += l[c * lower + j] * l[c * lower + j];
    total += 0.5 * squares;
  }
  return total;
}

struct Sample {
  int d, k, n;
  std::vector<double> alpha, mu, q, l, x;
  Sample(int d, int k, int n)
      : d(d),
        k(k),
        n(n),
        alpha(bench::numbers(std::size_t(k), 1)),
        mu(bench::numbers(std::size_t(k * d), 2)),
        q(bench::numbers(std::size_t(k * d), 3)),
        l(bench::numbers(std::size_t(k * d * (d - 1) / 2), 4)),
        x(bench::numbers(std::size_t(n * d), 5)) {}
};

bool is_right() {
  const Sample s(3, 4, 10);
  std::vector<double> all = s.alpha, ours;
  for (const auto* part : {&s.mu, &s.q, &s.l}) all.insert(all.end(), part->begin(), part->end());
  const auto split = [&](std::span<const bench::Dual> u) {
    const std::size_t k = s.alpha.size(), kd = s.mu.size();
    return gmm<bench::Dual>(u.subspan(0, k), u.subspan(k, kd), u.subspan(k + kd, kd),
                            u.subspan(k + 2 * kd), s.x, s.d);
  };
  const auto [alpha, mu, q, l] = grad<0, 1, 2, 3>(gmm<double>)(s.alpha, s.mu, s.q, s.l, s.x, s.d);
  for (const auto* part : {&alpha, &mu, &q, &l})
    ours.insert(ours.end(), part->begin(), part->end());
  return bench::agree("gmm", ours, bench::dual_gradient(split, all));
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  const auto gradient = grad<0, 1, 2, 3>(gmm<double>);
  std::vector<double> ratios;
  for (const auto& [d, k] :
       {std::array{2, 5}, std::array{10, 5}, std::array{10, 25}, std::array{32, 25}}) {
    const Sample s(d, k, 1000);
    ratios.push_back(
        bench::compare(
            [&] { bench::keep(std::get<0>(gradient(s.alpha, s.mu, s.q, s.l, s.x, s.d))[0]); },
            [&] { bench::keep(gmm<double>(s.alpha, s.mu, s.q, s.l, s.x, s.d)); }, 5)
            .median);
  }
  bench::print_mean("gmm_gradient_over_primal", ratios, 3.3);
}
