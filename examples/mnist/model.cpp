#include "model.h"

#include <cmath>

using namespace tlaloc;

namespace {

constexpr std::int64_t kPixels = 784, kHidden = 128, kDigits = 10;

Dense initial_dense(const Key& key, std::int64_t in, std::int64_t out, float spread) {
  return {spread * normal<float>(key, in, out), zeros<float>(out)};
}

}  // namespace

Model initial_model(std::uint64_t seed) {
  const auto keys = split(Key(seed));
  // The output layer starts small, so that the first outputs are near zero.
  return {initial_dense(keys[0], kPixels, kHidden, std::sqrt(2.0f / kPixels)),
          initial_dense(keys[1], kHidden, kDigits, 0.02f)};
}
