#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row4_sum_of_quotients_value_and_grad(double x0) {
  double t0 = 0.0;
  for (std::int64_t i = 0; i < 2; ++i) {
    const double t1 = x0 * x0;
    const std::int64_t t2 = i + 1;
    const double t3 = static_cast<double>(t2);
    const double t4 = t3 + t1;
    const double t5 = 1.0 / t4;
    t0 += t5;
  }
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < 2; ++i) {
    const std::int64_t t6 = 1 - i;
    const double t7 = x0 * x0;
    const std::int64_t t8 = t6 + 1;
    const double t9 = static_cast<double>(t8);
    const double t10 = t9 + t7;
    const double t11 = 1.0 / t10;
    const double t12 = t11 * t11;
    const double t13 = t12 * x0;
    const double t14 = 2.0 * t13;
    dx0 -= t14;
  }
  return {t0, dx0};
}

}
}  // namespace tlaloc_gen
