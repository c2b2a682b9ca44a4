#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row16i_captured_constant_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  const double t1 = t0 * 3.0;
  const double t2 = 3.0 * x0;
  const double t3 = t2 + t2;
  return {t1, t3};
}

}
}  // namespace tlaloc_gen
