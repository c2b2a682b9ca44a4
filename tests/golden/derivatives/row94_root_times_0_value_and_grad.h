#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    row94_root_times_0_value_and_grad(double x0, double x1) {
  const double t0 = x1 * x1;
  const double t1 = x0 * x0;
  const double t2 = t1 + t0;
  const double t3 = tlaloc::sqrt(t2);
  const double t4 = t3 * 0.0;
  const double t5 = 0.5 / t3;
  const bool t6 = t3 == 0.0;
  const double t7 = t6 ? 0.0 : t5;
  const double t8 = tlaloc::mul_masked(0.0, t7);
  const double t9 = t8 * x0;
  const double t10 = t9 + t9;
  const double t11 = t8 * x1;
  const double t12 = t11 + t11;
  return {t4, {t10, t12}};
}

}
}  // namespace tlaloc_gen
