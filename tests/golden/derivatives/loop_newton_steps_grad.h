#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double loop_newton_steps_grad(double x0, std::int64_t x1) {
  std::int64_t t0 = 0;
  std::int64_t t1 = 0;
  while (t1 < x1) {
    t1 += 1;
    t0 += 1;
  }
  const bool t2 = t0 > 0;
  const std::int64_t t3 = t2 ? t0 : 0;
  double t4 = x0;
  auto t5 = tlaloc::generated::Room<double>(t3);
  for (std::int64_t i = 0; i < t0; ++i) {
    t5[i] = t4;
    const double t6 = x0 / t4;
    const double t7 = t4 + t6;
    t4 = t7 * 0.5;
  }
  double t8 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const double t9 = t5[t0 - i - 1];
    const double t10 = t8 * 0.5;
    const double t11 = 1.0 / t9;
    const double t12 = x0 * t11;
    const double t13 = t12 * t11;
    const double t14 = -t13;
    const double t15 = tlaloc::mul_masked(t10, t11);
    const double t16 = tlaloc::mul_masked(t10, t14);
    dx0 += t15;
    t8 = t10 + t16;
  }
  const double t17 = dx0 + t8;
  return t17;
}

}
}  // namespace tlaloc_gen
