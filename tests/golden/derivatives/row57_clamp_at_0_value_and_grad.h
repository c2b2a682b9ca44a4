#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row57_clamp_at_0_value_and_grad(double x0) {
  const double t0 = tlaloc::max(x0, 0.0);
  const double t1 = tlaloc::min(t0, 1.0);
  const bool t2 = t0 == 1.0;
  const double t3 = t2 ? 0.5 : 0.0;
  const bool t4 = t0 < 1.0;
  const double t5 = t4 ? 1.0 : t3;
  const double t6 = t5 * 0.5;
  const bool t7 = x0 == 0.0;
  const double t8 = t7 ? t6 : 0.0;
  const bool t9 = x0 > 0.0;
  const double t10 = t9 ? t5 : t8;
  return {t1, t10};
}

}
}  // namespace tlaloc_gen
