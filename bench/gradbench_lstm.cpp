// GradBench's lstm: a recurrent net with diagonal weights, l layers of b cells, predicts the next
// letter of a text; its gradient by all weights over the primal. The text is made, not GradBench's:
// the time does not depend on its letters.
#include <tlaloc/tlaloc.h>

#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

constexpr int kBits = 14;  // of a letter

template <class T>
T squashed(T x) {
  using std::exp;
  return 1 / (1 + exp(-x));
}

// A layer has eight rows of b: weights of forget, in, out and change, then their biases. `ends` has
// three: weights into the first layer, weights and biases out of the last. start[l][2][b] holds
// the first hidden values and cells, text[c][b] the letters.
template <class T>
T lstm(std::span<const T> layers, std::span<const T> ends, std::span<const double> start,
       std::span<const double> text, int l, int b) {
  using std::exp, std::log, std::tanh;
  const int turns = int(text.size()) / b - 1;
  std::vector<T> hidden(l * b), cell(l * b), x(b);
  for (int i = 0; i < l; ++i)
    for (int j = 0; j < b; ++j) {
      hidden[i * b + j] = start[2 * i * b + j];
      cell[i * b + j] = start[(2 * i + 1) * b + j];
    }
  T total = 0;
  for (int t = 0; t < turns; ++t) {
    for (int j = 0; j < b; ++j) x[j] = text[t * b + j] * ends[j];
    for (int i = 0; i < l; ++i)
      for (int j = 0; j < b; ++j) {
        const int w = 8 * i * b + j, bias = w + 4 * b, at = i * b + j;
        const T forget = squashed<T>(x[j] * layers[w] + layers[bias]);
        const T in = squashed<T>(hidden[at] * layers[w + b] + layers[bias + b]);
        const T out = squashed<T>(x[j] * layers[w + 2 * b] + layers[bias + 2 * b]);
        const T change = tanh(hidden[at] * layers[w + 3 * b] + layers[bias + 3 * b]);
        cell[at] = cell[at] * forget + in * change;
        hidden[at] = out * tanh(cell[at]);
        x[j] = hidden[at];
      }
    T sum = 2;
    for (int j = 0; j < b; ++j) {
      x[j] = x[j] * ends[b + j] + ends[2 * b + j];
      sum += exp(x[j]);
    }
    const T all = log(sum);
    for (int j = 0; j < b; ++j) total += text[(t + 1) * b + j] * (x[j] - all);
  }
  return -total / double(turns * b);
}

struct Sample {
  int l;
  std::vector<double> layers, ends, start, text;
  Sample(int l, int letters)
      : l(l),
        layers(bench::numbers(std::size_t(8 * l * kBits), 1)),
        ends(bench::numbers(3 * kBits, 2)),
        start(bench::numbers(std::size_t(2 * l * kBits), 3)),
        text(bench::numbers(std::size_t(letters * kBits), 4)) {
    for (double& bit : text) bit = bit > 0;
  }
};

bool is_right() {
  const Sample s(2, 6);
  std::vector<double> all = s.layers;
  all.insert(all.end(), s.ends.begin(), s.ends.end());
  const auto by_dual = bench::dual_gradient(
      [&](std::span<const bench::Dual> u) {
        return lstm<bench::Dual>(u.first(s.layers.size()), u.subspan(s.layers.size()), s.start,
                                 s.text, s.l, kBits);
      },
      all);
  const auto [layers, ends] =
      grad<0, 1>(lstm<double>)(s.layers, s.ends, s.start, s.text, s.l, kBits);
  std::vector<double> ours = layers;
  ours.insert(ours.end(), ends.begin(), ends.end());
  return bench::agree("lstm", ours, by_dual);
}

}  // namespace

int main() {
  if (!is_right()) return 1;
  const auto gradient = grad<0, 1>(lstm<double>);
  std::vector<double> ratios;
  for (const auto& [l, letters] :
       {std::array{2, 1024}, std::array{2, 4096}, std::array{4, 1024}, std::array{4, 4096},
        std::array{6, 1024}, std::array{6, 4096}, std::array{6, 8192}}) {
    const Sample s(l, letters);
    ratios.push_back(
        bench::compare(
            [&] {
              bench::keep(std::get<0>(gradient(s.layers, s.ends, s.start, s.text, l, kBits))[0]);
            },
            [&] { bench::keep(lstm<double>(s.layers, s.ends, s.start, s.text, l, kBits)); }, 5)
            .median);
  }
  bench::print_mean("lstm_gradient_over_primal", ratios, 2.2);
}
