#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row78_overwrite_value_and_grad(double x0) {
  const double t0 = tlaloc::cos(x0);
  const double t1 = t0 * 2.0;
  const double t2 = tlaloc::sin(x0);
  const double t3 = 2.0 * t2;
  const double t4 = -t3;
  return {t1, t4};
}

}
}  // namespace tlaloc_gen
