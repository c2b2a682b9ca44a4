#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    invariant_carried_value_and_grad(double x0, double x1) {
  double t0 = x0;
  auto t1 = tlaloc::generated::Room<double>(3);
  for (std::int64_t i = 0; i < 3; ++i) {
    t1[i] = t0;
    t0 *= x1;
  }
  double t2 = 1.0;
  double dx1 = 0.0;
  for (std::int64_t i = 0; i < 3; ++i) {
    const double t3 = t1[2 - i];
    const double t4 = t2 * x1;
    const double t5 = t2 * t3;
    dx1 += t5;
    t2 = t4;
  }
  return {t0, {t2, dx1}};
}

}
}  // namespace tlaloc_gen
