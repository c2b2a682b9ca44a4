#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row91_cosh_value_and_grad(double x0) {
  const double t0 = 0.0 - x0;
  const double t1 = tlaloc::exp(t0);
  const double t2 = tlaloc::exp(x0);
  const double t3 = t2 + t1;
  const double t4 = t3 / 2.0;
  const double t5 = 0.5 * t2;
  const double t6 = 0.5 * t1;
  const double t7 = t5 - t6;
  return {t4, t7};
}

}
}  // namespace tlaloc_gen
