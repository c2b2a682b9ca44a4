// A gradient an example: a batch of 256 through a two-layer classifier, W1 64x256. The whole
// against the time that a plain loop takes to write so many numbers; a single call against C++ by
// hand; the gradient of the mean over vmap against that of the same batch written with matrices.
// `per_example serve` is our side of the contest with JAX.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "contest.h"
#include "ratio.h"

using namespace tlaloc;
using bench::compare;
using bench::keep;

namespace {

using Batch = Axis<"batch">;
constexpr int kExamples = 256, kIn = 64, kHidden = 256, kOut = 10;

struct Classifier {
  Matrix<float> w1;
  Vector<float> b1;
  Matrix<float> w2;
  Vector<float> b2;
};

float loss(const Classifier& m, const Vector<float>& x, int label) {
  const auto h = relu(contract(x, m.w1, axes<0>, axes<0>) + m.b1);
  return cross_entropy(contract(h, m.w2, axes<0>, axes<0>) + m.b2, label);
}

/// The mean over the batch, by vmap and as one writes it with matrices.
float mean_loss(const Classifier& m, const Tensor<float, Batch, Any>& xs,
                const Tensor<int, Batch>& labels) {
  return mean(vmap<Batch>(loss, shared, batched, batched)(m, xs, labels));
}
float matrix_loss(const Classifier& m, const Tensor<float, Batch, Any>& xs,
                  const Tensor<int, Batch>& labels) {
  const auto h = relu(matmul(xs, m.w1) + m.b1);
  return cross_entropy(matmul(h, m.w2) + m.b2, labels);
}

/// The same gradient, as one writes it by hand.
void by_hand(const Classifier& m, const float* x, int label, float* w1, float* b1, float* w2,
             float* b2) {
  const float *p1 = m.w1.data(), *p2 = m.w2.data();
  float h[kHidden], ct_h[kHidden];
  std::copy_n(m.b1.data(), kHidden, h);
  for (int i = 0; i < kIn; ++i)
    for (int k = 0; k < kHidden; ++k) h[k] += x[i] * p1[i * kHidden + k];
  for (int k = 0; k < kHidden; ++k) h[k] = std::max(h[k], 0.0f);
  std::copy_n(m.b2.data(), kOut, b2);
  for (int k = 0; k < kHidden; ++k)
    for (int o = 0; o < kOut; ++o) b2[o] += h[k] * p2[k * kOut + o];
  const float most = *std::max_element(b2, b2 + kOut);
  float all = 0;
  for (int o = 0; o < kOut; ++o) all += b2[o] = std::exp(b2[o] - most);
  for (int o = 0; o < kOut; ++o) b2[o] /= all;
  b2[label] -= 1;
  for (int k = 0; k < kHidden; ++k) {
    float ct = 0;
    for (int o = 0; o < kOut; ++o) {
      w2[k * kOut + o] = h[k] * b2[o];
      ct += p2[k * kOut + o] * b2[o];
    }
    ct_h[k] = b1[k] = h[k] > 0 ? ct : 0;
  }
  for (int i = 0; i < kIn; ++i)
    for (int k = 0; k < kHidden; ++k) w1[i * kHidden + k] = x[i] * ct_h[k];
}

/// The common data of the contest: numbers in [-0.1, 0.1), labels in turn.
template <class X, class... S>
X some(S... sizes) {
  return 0.2f * (from<X>(bench::contest_numbers((std::int64_t(sizes) * ...)), sizes...) - 0.5f);
}
struct Sample {
  Classifier model = {some<Matrix<float>>(kIn, kHidden), zeros<float>(kHidden),
                      some<Matrix<float>>(kHidden, kOut), zeros<float>(kOut)};
  Tensor<float, Batch, Any> xs = 10 * some<Tensor<float, Batch, Any>>(kExamples, kIn);
  Tensor<int, Batch> labels = Tensor<int, Batch>::uninitialized({kExamples});
  Sample() {
    for (int i = 0; i < kExamples; ++i) labels.set(i % kOut, i);
  }
};

/// |a - b| <= 1e-4 max|b|: floats, in different orders.
bool near(std::span<const float> a, std::span<const float> b) {
  float most = 0, apart = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    most = std::max(most, std::abs(b[i]));
    apart = std::max(apart, std::abs(a[i] - b[i]));
  }
  return a.size() == b.size() && apart <= 1e-4f * most && most > 0;
}

/// The mean over vmap, and the mean of the single gradients, against matrices and C++ by hand.
bool is_right(const Sample& s) {
  const Classifier by_vmap = grad<0>(mean_loss)(s.model, s.xs, s.labels);
  const Classifier by_matrices = grad<0>(matrix_loss)(s.model, s.xs, s.labels);
  std::vector<float> w1(kIn * kHidden), b1(kHidden), w2(kHidden * kOut), b2(kOut), sum(w1.size());
  const auto each = vmap<Batch>(grad<0>(loss), shared, batched, batched)(s.model, s.xs, s.labels);
  for (int i = 0; i < kExamples; ++i) {
    by_hand(s.model, s.xs.data() + i * kIn, s.labels(i), w1.data(), b1.data(), w2.data(),
            b2.data());
    for (std::size_t k = 0; k < w1.size(); ++k) sum[k] += w1[k] / kExamples;
    const Classifier ours = each[i];
    if (!near(ours.w1.span(), w1) || !near(ours.b2.span(), b2)) return false;
  }
  return near(by_vmap.w1.span(), by_matrices.w1.span()) && near(by_vmap.w1.span(), sum) &&
         near(by_vmap.w2.span(), by_matrices.w2.span());
}

/// Theirs and ours compute the sum of squares of all of W1's gradients.
int serve(const Sample& s) {
  const auto each = vmap<Batch>(grad<0>(loss), shared, batched, batched);
  double squares = 0;
  const auto all = each(s.model, s.xs, s.labels);
  for (float g : all.leaf<&Classifier::w1>().span()) squares += double(g) * g;
  bench::serve([&] {
    keep(each(s.model, s.xs, s.labels).leaf<&Classifier::w1>().data());
    return squares;
  });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const Sample s;
  if (argc > 1 && std::string_view(argv[1]) == "serve") return serve(s);
  if (!is_right(s)) {
    std::puts("per_example: the gradients differ");
    return 1;
  }

  const auto each = vmap<Batch>(grad<0>(loss), shared, batched, batched);
  std::vector<float> room(std::size_t(kExamples) *
                          (kIn * kHidden + kHidden + kHidden * kOut + kOut));
  float v = 1;
  bench::print("per_example_over_store",
               compare([&] { keep(each(s.model, s.xs, s.labels).leaf<&Classifier::w1>().data()); },
                       [&] {
                         v += 1;
                         for (float& x : room) x = v;
                         keep(room[7]);
                       }),
               1.5);

  const auto by_vmap = grad<0>(mean_loss);
  const auto by_matrices = grad<0>(matrix_loss);
  bench::print("mean_over_vmap_over_matrices",
               compare([&] { keep(by_vmap(s.model, s.xs, s.labels).w1.data()); },
                       [&] { keep(by_matrices(s.model, s.xs, s.labels).w1.data()); }),
               1.1);

  const auto one = grad<0>(loss);
  const auto x = from<Vector<float>>(s.xs.span().first(kIn), kIn);
  std::vector<float> w1(kIn * kHidden), b1(kHidden), w2(kHidden * kOut), b2(kOut);
  bench::print("one_example_over_hand",
               compare([&] { keep(one(s.model, x, 3).w1.data()); },
                       [&] {
                         by_hand(s.model, x.data(), 3, w1.data(), b1.data(), w2.data(), b2.data());
                         keep(w1[5]);
                       }),
               1.5);
}
