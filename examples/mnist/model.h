// The classifier: 784 pixels, 128 hidden units, 10 digits. A model is a plain struct and its losses
// are plain functions; nothing here knows that it will be differentiated. The axes have names and
// sizes, so that a product or a sum of tensors that do not belong together does not compile.
#pragma once

#include <tlaloc/tlaloc.h>

#include <cstdint>

// snippet: model
using Batch = tlaloc::Axis<"batch">;
using Pixel = tlaloc::Axis<"pixel", 784>;
using Hidden = tlaloc::Axis<"hidden", 128>;
using Digit = tlaloc::Axis<"digit", 10>;

template <class In, class Out>
struct Dense {
  tlaloc::Tensor<float, In, Out> w;
  tlaloc::Tensor<float, Out> b;
};

struct Model {
  Dense<Pixel, Hidden> l1;
  Dense<Hidden, Digit> l2;
};

using Images = tlaloc::Tensor<float, Batch, Pixel>;
using Scores = tlaloc::Tensor<float, Batch, Digit>;
using Labels = tlaloc::Tensor<std::int32_t, Batch>;

inline Scores scores(const Model& model, const Images& x) {
  const auto hidden = tlaloc::relu(tlaloc::matmul(x, model.l1.w) + model.l1.b);
  return tlaloc::matmul(hidden, model.l2.w) + model.l2.b;
}

inline float squared_error(const Model& model, const Images& x, const Scores& y) {
  const auto error = scores(model, x) - y;
  return tlaloc::mean(error * error);
}

inline float cross_entropy_loss(const Model& model, const Images& x, const Labels& y) {
  return tlaloc::cross_entropy(scores(model, x), y);
}
// end snippet

/// Weights drawn from a normal distribution, biases zero; the same seed, the same bits.
Model initial_model(std::uint64_t seed);
