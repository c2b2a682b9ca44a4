#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> call_value_and_grad(double x0) {
  const double t0 = tlaloc::sin(x0);
  const double t1 = t0 * t0;
  const double t2 = t1 * t1;
  const double t3 = t2 + t1;
  const double t4 = 2.0 * t1;
  const double t5 = 1.0 + t4;
  const double t6 = t5 * t0;
  const double t7 = t6 + t6;
  const double t8 = tlaloc::cos(x0);
  const double t9 = t7 * t8;
  return {t3, t9};
}

}
}  // namespace tlaloc_gen
