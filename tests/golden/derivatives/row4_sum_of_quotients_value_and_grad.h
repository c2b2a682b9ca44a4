#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row4_sum_of_quotients_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  double t1 = 0.0;
  for (std::int64_t i = 0; i < 2; ++i) {
    const std::int64_t t2 = i + 1;
    const double t3 = static_cast<double>(t2);
    const double t4 = t3 + t0;
    const double t5 = 1.0 / t4;
    t1 += t5;
  }
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < 2; ++i) {
    const std::int64_t t6 = 1 - i;
    const std::int64_t t7 = t6 + 1;
    const double t8 = static_cast<double>(t7);
    const double t9 = t8 + t0;
    const double t10 = 1.0 / t9;
    const double t11 = t10 * t10;
    const double t12 = t11 * x0;
    const double t13 = 2.0 * t12;
    dx0 -= t13;
  }
  return {t1, dx0};
}

}
}  // namespace tlaloc_gen
