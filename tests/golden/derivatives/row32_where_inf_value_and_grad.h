#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row32_where_inf_value_and_grad(double x0) {
  const double t0 = x0 * std::numeric_limits<double>::infinity();
  const bool t1 = x0 > 0.0;
  const double t2 = t1 ? 0.0 : t0;
  const double t3 = t1 ? 0.0 : 1.0;
  const double t4 = tlaloc::mul_masked(t3, std::numeric_limits<double>::infinity());
  return {t2, t4};
}

}
}  // namespace tlaloc_gen
