#include "model.h"

#include <cmath>

using namespace tlaloc;

namespace {

Dense initial_dense(const Key& key, std::int64_t in, std::int64_t out) {
  return {std::sqrt(2.0f / float(in)) * random_normal<float>(key, {in, out}), zeros<float>({out})};
}

}  // namespace

Model initial_model(std::uint64_t seed) {
  const auto keys = split(random_key(seed));
  return {initial_dense(keys[0], 784, 128), initial_dense(keys[1], 128, 10)};
}
