#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row71_where_nan_value_and_grad(double x0) {
  const double t0 = tlaloc::sqrt(x0);
  const bool t1 = x0 > 0.0;
  const double t2 = t1 ? t0 : 0.0;
  const double t3 = t1 ? 1.0 : 0.0;
  const double t4 = 0.5 / t0;
  const double t5 = tlaloc::mul_masked(t3, t4);
  return {t2, t5};
}

}
}  // namespace tlaloc_gen
