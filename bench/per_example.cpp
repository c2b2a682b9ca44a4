// A gradient an example: a batch of 256 through a two-layer classifier, W1 64x256. The whole
// against the time that a plain loop takes to write so many numbers; a single call against C++ by
// hand.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

}  // namespace

int main() {
  const auto [k1, k2, k3] = split<3>(Key(3));
  const Classifier model = {normal<float>(k1, kIn, kHidden), zeros<float>(kHidden),
                            normal<float>(k2, kHidden, kOut), zeros<float>(kOut)};
  const auto xs = normal<Tensor<float, Batch, Any>>(k3, kExamples, kIn);
  auto labels = Tensor<int, Batch>::uninitialized({kExamples});
  for (int i = 0; i < kExamples; ++i) labels.set(i % kOut, i);

  const auto each = vmap<Batch>(grad<0>(loss), shared, batched, batched);
  std::vector<float> room(std::size_t(kExamples) *
                          (kIn * kHidden + kHidden + kHidden * kOut + kOut));
  float v = 1;
  bench::print("per_example_over_store",
               compare([&] { keep(each(model, xs, labels).leaf<&Classifier::w1>().data()); },
                       [&] {
                         v += 1;
                         for (float& x : room) x = v;
                         keep(room[7]);
                       }),
               1.5);

  const auto one = grad<0>(loss);
  const Vector<float> x = normal<float>(k3, kIn);
  std::vector<float> w1(kIn * kHidden), b1(kHidden), w2(kHidden * kOut), b2(kOut);
  bench::print("one_example_over_hand",
               compare([&] { keep(one(model, x, 3).w1.data()); },
                       [&] {
                         by_hand(model, x.data(), 3, w1.data(), b1.data(), w2.data(), b2.data());
                         keep(w1[5]);
                       }),
               1.5);
}
