#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row83_odd_products_3_value_and_grad(double x0) {
  double t0 = x0;
  auto t1 = tlaloc::generated::Room<double>(9);
  for (std::int64_t i = 0; i < 9; ++i) {
    t1[i] = t0;
    const std::int64_t t2 = i % 2;
    const bool t3 = t2 == 0;
    if (t3) {
      t0 *= x0;
    }
  }
  double t4 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < 9; ++i) {
    const std::int64_t t5 = 8 - i;
    const double t6 = t1[8 - i];
    const std::int64_t t7 = t5 % 2;
    const bool t8 = t7 == 0;
    double t9;
    if (t8) {
      t9 = t4 * x0;
      const double t10 = t4 * t6;
      dx0 += t10;
    } else {
      t9 = t4;
    }
    t4 = t9;
  }
  const double t11 = dx0 + t4;
  return {t0, t11};
}

}
}  // namespace tlaloc_gen
