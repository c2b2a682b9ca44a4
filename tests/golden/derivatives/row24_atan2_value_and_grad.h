#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    row24_atan2_value_and_grad(double x0, double x1) {
  const double t0 = x0 + x1;
  const double t1 = tlaloc::cos(t0);
  const double t2 = tlaloc::sin(t0);
  const double t3 = tlaloc::atan2(t2, t1);
  const double t4 = tlaloc::abs(t1);
  const double t5 = tlaloc::abs(t2);
  const double t6 = tlaloc::max(t5, t4);
  const double t7 = tlaloc::stop_gradient(t6);
  const bool t8 = t7 == 0.0;
  const double t9 = t8 ? 1.0 : t7;
  const double t10 = t2 / t9;
  const double t11 = t1 / t9;
  const double t12 = t11 * t11;
  const double t13 = t10 * t10;
  const double t14 = t13 + t12;
  const double t15 = t8 ? 1.0 : t14;
  const double t16 = t11 / t15;
  const double t17 = t16 / t9;
  const double t18 = t10 / t15;
  const double t19 = t18 / t9;
  const double t20 = t17 * t1;
  const double t21 = t19 * t2;
  const double t22 = t20 + t21;
  return {t3, {t22, t22}};
}

}
}  // namespace tlaloc_gen
