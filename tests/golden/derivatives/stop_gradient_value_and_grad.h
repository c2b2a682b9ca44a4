#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> stop_gradient_value_and_grad(double x0) {
  const double t0 = tlaloc::stop_gradient(x0);
  const double t1 = x0 * t0;
  return {t1, t0};
}

}
}  // namespace tlaloc_gen
