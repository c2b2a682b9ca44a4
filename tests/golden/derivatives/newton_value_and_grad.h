#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

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
  const std::int64_t turns = tlaloc::gen::size(t7);
  auto t8 = std::vector<double>(turns);
  double t9 = x0;
  for (std::int64_t i = 0; i < t0; ++i) {
    t8[tlaloc::gen::index(i, turns)] = t9;
    const double t10 = x0 / t9;
    const double t11 = t9 + t10;
    t9 = t11 * 0.5;
  }
  const std::int64_t t12 = t0 - 1;
  double t13 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const std::int64_t t14 = t12 - i;
    const double t15 = t8[tlaloc::gen::index(t14, turns)];
    const double t16 = x0 / t15;
    const double t17 = t13 * 0.5;
    const double t18 = 1.0 / t15;
    const double t19 = t16 / t15;
    const double t20 = -t19;
    const double t21 = tlaloc::mul_masked(t17, t18);
    const double t22 = tlaloc::mul_masked(t17, t20);
    dx0 += t21;
    t13 = t17 + t22;
  }
  const double t23 = dx0 + t13;
  return {t9, t23};
}

}
}  // namespace tlaloc_gen
