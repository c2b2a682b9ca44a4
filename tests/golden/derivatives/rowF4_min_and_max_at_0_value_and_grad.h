#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> rowF4_min_and_max_at_0_value_and_grad(double x0) {
  const double t0 = tlaloc::max(x0, 0.0);
  const double t1 = tlaloc::min(x0, 0.0);
  const double t2 = t1 + t0;
  const bool t3 = x0 == 0.0;
  const double t4 = t3 ? 0.5 : 0.0;
  const bool t5 = x0 < 0.0;
  const double t6 = t5 ? 1.0 : t4;
  const bool t7 = x0 > 0.0;
  const double t8 = t7 ? 1.0 : t4;
  const double t9 = t6 + t8;
  return {t2, t9};
}

}
}  // namespace tlaloc_gen
