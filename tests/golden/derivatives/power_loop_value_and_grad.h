#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> power_loop_value_and_grad(double x0, std::int64_t x1) {
  const bool t0 = x1 > 0;
  const std::int64_t t1 = t0 ? x1 : 0;
  double t2 = 1.0;
  auto t3 = tlaloc::generated::Room<double>(t1);
  for (std::int64_t i = 0; i < x1; ++i) {
    t3[i] = t2;
    t2 *= x0;
  }
  double t4 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const double t5 = t3[x1 - i - 1];
    const double t6 = t4 * x0;
    const double t7 = t4 * t5;
    dx0 += t7;
    t4 = t6;
  }
  return {t2, dx0};
}

}
}  // namespace tlaloc_gen
