// Adam (Kingma and Ba, 2015) for any plain struct of tensors.
#pragma once

#include <tlaloc/tlaloc.h>

#include <cmath>

template <class Model>
class Adam {
 public:
  explicit Adam(const Model& model)
      : mean_(tlaloc::map_leaves([](const auto& leaf) { return tlaloc::zeros_like(leaf); }, model)),
        square_(mean_) {}

  /// Moves the model against its gradient.
  void step(Model& model, const Model& gradient, float rate) {
    ++steps_;
    const float mean_scale = 1 / (1 - std::pow(kMeanDecay, float(steps_)));
    const float square_scale = 1 / (1 - std::pow(kSquareDecay, float(steps_)));
    tlaloc::for_each_leaf(
        [&](auto& leaf, auto& mean, auto& square, const auto& g) {
          mean = kMeanDecay * mean + (1 - kMeanDecay) * g;
          square = kSquareDecay * square + (1 - kSquareDecay) * g * g;
          leaf -= rate * mean_scale * mean / (tlaloc::sqrt(square_scale * square) + kEpsilon);
        },
        model, mean_, square_, gradient);
  }

 private:
  static constexpr float kMeanDecay = 0.9f, kSquareDecay = 0.999f, kEpsilon = 1e-8f;
  Model mean_, square_;
  int steps_ = 0;
};
