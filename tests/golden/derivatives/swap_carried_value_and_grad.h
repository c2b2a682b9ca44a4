#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    swap_carried_value_and_grad(double x0, double x1) {
  double t0 = x0;
  double t1 = x1;
  auto t2 = tlaloc::generated::Room<double>(5);
  auto t3 = tlaloc::generated::Room<double>(5);
  for (std::int64_t i = 0; i < 5; ++i) {
    t2[i] = t0;
    t3[i] = t1;
    const double t4 = t1 * t0;
    t1 = t0;
    t0 = t4;
  }
  const double t5 = 2.0 * t1;
  const double t6 = t0 + t5;
  double t7 = 1.0;
  double t8 = 2.0;
  for (std::int64_t i = 0; i < 5; ++i) {
    const double t9 = t2[4 - i];
    const double t10 = t3[4 - i];
    const double t11 = t7 * t9;
    const double t12 = t7 * t10;
    t7 = t8 + t12;
    t8 = t11;
  }
  return {t6, {t7, t8}};
}

}
}  // namespace tlaloc_gen
