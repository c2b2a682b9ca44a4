#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline double loop_newton_steps_grad(double x0, std::int64_t x1) {
  std::int64_t t0 = 0;
  std::int64_t t1 = 0;
  while (t1 < x1) {
    t1 += 1;
    t0 += 1;
  }
  const bool t2 = t0 > 0;
  const std::int64_t t3 = t2 ? t0 : 0;
  const std::int64_t turns = tlaloc::gen::size(t3);
  auto t4 = std::vector<double>(turns);
  double t5 = x0;
  for (std::int64_t i = 0; i < t0; ++i) {
    t4[tlaloc::gen::index(i, turns)] = t5;
    const double t6 = x0 / t5;
    const double t7 = t5 + t6;
    t5 = t7 * 0.5;
  }
  const std::int64_t t8 = t0 - 1;
  double t9 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const std::int64_t t10 = t8 - i;
    const double t11 = t4[tlaloc::gen::index(t10, turns)];
    const double t12 = x0 / t11;
    const double t13 = t9 * 0.5;
    const double t14 = 1.0 / t11;
    const double t15 = t12 / t11;
    const double t16 = -t15;
    const double t17 = tlaloc::mul_masked(t13, t14);
    const double t18 = tlaloc::mul_masked(t13, t16);
    dx0 += t17;
    t9 = t13 + t18;
  }
  const double t19 = dx0 + t9;
  return t19;
}

}
}  // namespace tlaloc_gen
