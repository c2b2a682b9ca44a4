// The classifier: 784 pixels, 128 hidden units, 10 digits. A model is a plain struct and its losses
// are plain functions; nothing here knows that it will be differentiated.
#pragma once

#include <tlaloc/tlaloc.h>

#include <cstdint>

// snippet: model
struct Dense {
  tlaloc::Matrix<float> w;  // [in, out]
  tlaloc::Vector<float> b;  // [out]
};

struct Model {
  Dense l1, l2;
};

inline tlaloc::Matrix<float> logits(const Model& model, const tlaloc::Matrix<float>& x) {
  const auto hidden = tlaloc::relu(tlaloc::matmul(x, model.l1.w) + model.l1.b);
  return tlaloc::matmul(hidden, model.l2.w) + model.l2.b;
}

inline float squared_error(const Model& model, const tlaloc::Matrix<float>& x,
                           const tlaloc::Matrix<float>& y) {
  const auto error = logits(model, x) - y;
  return tlaloc::mean(error * error);
}
// end snippet

inline float cross_entropy_loss(const Model& model, const tlaloc::Matrix<float>& x,
                                const tlaloc::Vector<std::int32_t>& labels) {
  return tlaloc::cross_entropy(logits(model, x), labels);
}

/// Weights drawn from a normal distribution, biases zero; the same seed, the same bits.
Model initial_model(std::uint64_t seed);
