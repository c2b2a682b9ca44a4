#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>> quotient_value_and_grad(double x0, double x1) {
  const double t0 = tlaloc::log(x1);
  const double t1 = x0 / x1;
  const double t2 = tlaloc::exp(t1);
  const double t3 = t2 - t0;
  const double t4 = 1.0 / x1;
  const double t5 = x0 * t4;
  const double t6 = t5 * t4;
  const double t7 = -t6;
  const double t8 = tlaloc::mul_masked(t2, t4);
  const double t9 = tlaloc::mul_masked(t2, t7);
  const double t10 = t9 - t4;
  return {t3, {t8, t10}};
}

}
}  // namespace tlaloc_gen
