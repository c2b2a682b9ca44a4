// The gradient of every example of a batch, not only their mean: what clipping for privacy,
// influence functions and the noise of a gradient are made of.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <cstdio>

using namespace tlaloc;

using Batch = Axis<"batch">;
using Pixel = Axis<"pixel", 4>;
using Hidden = Axis<"hidden", 8>;
using Digit = Axis<"digit", 3>;

// snippet: loss
struct Classifier {
  Tensor<float, Pixel, Hidden> w1;
  Tensor<float, Hidden> b1;
  Tensor<float, Hidden, Digit> w2;
  Tensor<float, Digit> b2;
};

// The loss of one example. Nothing in it knows of a batch.
float loss(const Classifier& model, const Tensor<float, Pixel>& x, int label) {
  const auto hidden = relu(contract(x, model.w1, axes<0>, axes<0>) + model.b1);
  const auto logits = contract(hidden, model.w2, axes<0>, axes<0>) + model.b2;
  return cross_entropy(logits, label);
}
// end snippet

float norm(const Classifier& g) {
  float squares = 0;
  for_each_leaf([&](const auto& leaf) { squares += sum(leaf * leaf); }, g);
  return std::sqrt(squares);
}

int main() {
  constexpr int kExamples = 16;
  const auto [k1, k2, k3] = split<3>(Key(7));
  const Classifier model = {
      normal<Tensor<float, Pixel, Hidden>>(k1, 4, 8), zeros<Tensor<float, Hidden>>(8),
      normal<Tensor<float, Hidden, Digit>>(k2, 8, 3), zeros<Tensor<float, Digit>>(3)};
  const auto xs = normal<Tensor<float, Batch, Pixel>>(k3, kExamples, 4);
  auto labels = Tensor<int, Batch>::uninitialized({kExamples});
  for (int i = 0; i < kExamples; ++i) labels.set(i % 3, i);

  // snippet: each
  // One model for all examples; an image and a label for each.
  const auto each = vmap<Batch>(grad<0>(loss), shared, batched, batched);
  const Batched<Batch, Classifier> gradients = each(model, xs, labels);
  // end snippet

  std::printf("w1 of all examples: %d x %d x %d\n", int(gradients.leaf<&Classifier::w1>().size(0)),
              int(gradients.leaf<&Classifier::w1>().size(1)),
              int(gradients.leaf<&Classifier::w1>().size(2)));
  std::printf("norms:");
  for (int i = 0; i < kExamples; ++i) std::printf(" %.3f", norm(gradients[i]));
  std::printf("\n");

  // The same, one call an example.
  float gap = 0;
  Classifier total = map_leaves([](const auto& leaf) { return zeros_like(leaf); }, model);
  for (int i = 0; i < kExamples; ++i) {
    auto x = Tensor<float, Pixel>::uninitialized({4});
    for (int k = 0; k < 4; ++k) x.set(xs(i, k), k);
    const Classifier one = grad<0>(loss)(model, x, labels(i));
    for_each_leaf([&](const auto& a, const auto& b) { gap = std::fmax(gap, max(abs(a - b))); },
                  gradients[i], one);
    for_each_leaf([&](auto& sum, const auto& g) { sum += g; }, total, one);
  }
  std::printf("against one call an example: %s\n", gap < 1e-6f ? "equal to 1e-6" : "DIFFERENT");

  // Their sum is the gradient of the summed loss: the leaves, added up over the batch.
  const auto summed = sum<0>(gradients.leaf<&Classifier::w1>());
  std::printf("sum over the batch: %s\n",
              max(abs(summed - total.w1)) < 1e-5f ? "the gradient of the sum" : "DIFFERENT");
}
