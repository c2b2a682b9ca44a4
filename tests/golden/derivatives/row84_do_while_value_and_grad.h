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
  auto t4 = std::vector<double>(t3);
  double t5 = x0;
  std::int64_t t6 = 0;
  for (std::int64_t i = 0; i < t0; ++i) {
    t4[i] = t5;
    const bool t7 = t6 == 0;
    if (t7) {
      t5 *= x0;
    } else {
      t5 *= t5;
    }
    t6 += 1;
  }
  double t8 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < t0; ++i) {
    const double t9 = t4[t0 - i - 1];
    t6 -= 1;
    const bool t10 = t6 == 0;
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
  return {t5, t14};
}

}
}  // namespace tlaloc_gen
