#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row20_pow_integer_0_at_2_value_and_grad(double /*x0*/) {
  return {1.0, 0.0};
}

}
}  // namespace tlaloc_gen
