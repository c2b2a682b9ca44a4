#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row31_where_sqrt_value_and_grad(double x0) {
  const double t0 = tlaloc::sqrt(x0);
  const bool t1 = x0 < 1.0;
  const double t2 = t1 ? x0 : t0;
  const double t3 = t1 ? 1.0 : 0.0;
  const double t4 = t1 ? 0.0 : 1.0;
  const double t5 = 0.5 / t0;
  const double t6 = tlaloc::mul_masked(t4, t5);
  const double t7 = t3 + t6;
  return {t2, t7};
}

}
}  // namespace tlaloc_gen
