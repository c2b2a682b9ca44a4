#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row82_quotient_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  const double t1 = t0 + x0;
  const double t2 = x0 / t1;
  const double t3 = 1.0 / t1;
  const double t4 = x0 * t3;
  const double t5 = t4 * t3;
  const double t6 = t5 * x0;
  const double t7 = t3 - t5;
  const double t8 = 2.0 * t6;
  const double t9 = t7 - t8;
  return {t2, t9};
}

}
}  // namespace tlaloc_gen
