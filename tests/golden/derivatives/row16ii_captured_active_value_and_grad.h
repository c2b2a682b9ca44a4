#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row16ii_captured_active_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  const double t1 = t0 * x0;
  const double t2 = 3.0 * t0;
  return {t1, t2};
}

}
}  // namespace tlaloc_gen
