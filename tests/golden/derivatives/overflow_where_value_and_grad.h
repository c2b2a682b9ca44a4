#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> overflow_where_value_and_grad(double x0) {
  const double t0 = tlaloc::exp(x0);
  const bool t1 = x0 < 1.0;
  const double t2 = t1 ? t0 : 0.0;
  const double t3 = t1 ? 1.0 : 0.0;
  const double t4 = tlaloc::mul_masked(t3, t0);
  return {t2, t4};
}

}
}  // namespace tlaloc_gen
