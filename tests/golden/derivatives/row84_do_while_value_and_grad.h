#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, double> row84_do_while_value_and_grad(double x0) {
  std::int64_t t0 = 0;
  std::int64_t t1 = 0;
  while (t1 < 2) {
    t1 += 1;
    t0 += 1;
  }
  const bool t2 = t0 > 0;
  const std::int64_t t3 = t2 ? t0 : 0;
  const std::int64_t turns = tlaloc::gen::size(t3);
  auto t4 = std::vector<double>(turns);
  double t5 = x0;
  std::int64_t t6 = 0;
  for (std::int64_t i = 0; i < t0; ++i) {
    t4[tlaloc::gen::index(i, turns)] = t5;
    const bool t7 = t6 == 0;
    if (t7) {
      t5 *= x0;
    } else {
      t5 *= t5;
    }
    t6 += 1;
  }
  const std::int64_t t8 = t0 - 1;
  double t9 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const std::int64_t t10 = t8 - i;
    const double t11 = t4[tlaloc::gen::index(t10, turns)];
    t6 -= 1;
    const bool t12 = t6 == 0;
    double t13;
    if (t12) {
      t13 = t9 * x0;
      const double t14 = t9 * t11;
      dx0 += t14;
    } else {
      const double t15 = t9 * t11;
      t13 = t15 + t15;
    }
    t9 = t13;
  }
  const double t16 = dx0 + t9;
  return {t5, t16};
}

}
}  // namespace tlaloc_gen
