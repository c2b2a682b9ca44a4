#include "model.h"

#include <cmath>

using namespace tlaloc;

namespace {

template <class In, class Out>
Dense<In, Out> initial_dense(const Key& key, float spread) {
  return {spread * normal<Tensor<float, In, Out>>(key), zeros<Tensor<float, Out>>()};
}

}  // namespace

Model initial_model(std::uint64_t seed) {
  const auto keys = split(Key(seed));
  // The output layer starts small, so that the first scores are near zero.
  return {initial_dense<Pixel, Hidden>(keys[0], std::sqrt(2.0f / 784)),
          initial_dense<Hidden, Digit>(keys[1], 0.02f)};
}
