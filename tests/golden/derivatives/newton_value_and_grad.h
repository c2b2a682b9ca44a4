#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> newton_value_and_grad(double x0) {
  std::int64_t t0 = 0;
  double t1 = x0;
  double t2 = 0.0;
  while (tlaloc::abs(t1 - t2) > 1e-12) {
    const double t3 = x0 / t1;
    const double t4 = t1 + t3;
    const double t5 = t4 * 0.5;
    t0 += 1;
    t2 = t1;
    t1 = t5;
  }
  const bool t6 = t0 > 0;
  const std::int64_t t7 = t6 ? t0 : 0;
  double t8 = x0;
  auto t9 = tlaloc::generated::Room<double>(t7);
  for (std::int64_t i = 0; i < t0; ++i) {
    t9[i] = t8;
    const double t10 = x0 / t8;
    const double t11 = t8 + t10;
    t8 = t11 * 0.5;
  }
  double t12 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const double t13 = t9[t0 - i - 1];
    const double t14 = t12 * 0.5;
    const double t15 = 1.0 / t13;
    const double t16 = x0 * t15;
    const double t17 = t16 * t15;
    const double t18 = -t17;
    const double t19 = tlaloc::mul_masked(t14, t15);
    const double t20 = tlaloc::mul_masked(t14, t18);
    dx0 += t19;
    t12 = t14 + t20;
  }
  const double t21 = dx0 + t12;
  return {t8, t21};
}

}
}  // namespace tlaloc_gen
