#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> zero_turns_value_and_grad(double x0, std::int64_t x1) {
  double t0 = x0 * x0;
  const bool t1 = x1 > 0;
  const std::int64_t t2 = t1 ? x1 : 0;
  auto t3 = tlaloc::generated::Room<double>(t2);
  for (std::int64_t i = 0; i < x1; ++i) {
    t3[i] = t0;
    t0 = tlaloc::sin(t0);
  }
  double t4 = 1.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const double t5 = t3[x1 - i - 1];
    const double t6 = tlaloc::cos(t5);
    t4 *= t6;
  }
  const double t7 = t4 * x0;
  const double t8 = t7 + t7;
  return {t0, t8};
}

}
}  // namespace tlaloc_gen
