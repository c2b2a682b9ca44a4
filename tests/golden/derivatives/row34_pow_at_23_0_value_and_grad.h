#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    row34_pow_at_23_0_value_and_grad(double x0, double x1) {
  const double t0 = tlaloc::pow(x0, x1);
  const bool t1 = x0 == 0.0;
  const bool t2 = x1 == 0.0;
  const bool t3 = t1 && t2;
  const double t4 = t3 ? 1.0 : x0;
  const double t5 = x1 - 1.0;
  const double t6 = tlaloc::pow(t4, t5);
  const double t7 = x1 * t6;
  const double t8 = t1 ? 1.0 : x0;
  const double t9 = tlaloc::log(t8);
  const double t10 = t0 * t9;
  const double t11 = t1 ? 0.0 : t10;
  return {t0, {t7, t11}};
}

}
}  // namespace tlaloc_gen
