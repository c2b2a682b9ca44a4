#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row84_do_while_value_and_grad(double x0) {
  std::int64_t t0 = 0;
  std::int64_t t1 = 0;
  while (t1 < 2) {
    t1 += 1;
    t0 += 1;
  }
  const bool t2 = t0 > 0;
  const std::int64_t t3 = t2 ? t0 : 0;
  double t4 = x0;
  std::int64_t t5 = 0;
  auto t6 = tlaloc::generated::Room<double>(t3);
  for (std::int64_t i = 0; i < t0; ++i) {
    t6[i] = t4;
    const bool t7 = t5 == 0;
    if (t7) {
      t4 *= x0;
    } else {
      t4 *= t4;
    }
    t5 += 1;
  }
  double t8 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const double t9 = t6[t0 - i - 1];
    t5 -= 1;
    const bool t10 = t5 == 0;
    double t11;
    if (t10) {
      t11 = t8 * x0;
      const double t12 = t8 * t9;
      dx0 += t12;
    } else {
      const double t13 = t8 * t9;
      t11 = t13 + t13;
    }
    t8 = t11;
  }
  const double t14 = dx0 + t8;
  return {t4, t14};
}

}
}  // namespace tlaloc_gen
