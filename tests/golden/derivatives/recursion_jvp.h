#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::tuple<double, double> recursion_jvp_power_jvp(double x0, std::int64_t x1, double dx0);

[[gnu::visibility("hidden")]]
inline std::tuple<double, double> recursion_jvp_power_jvp(double x0, std::int64_t x1, double dx0) {
  const bool t0 = x1 > 0;
  double t1;
  double t2;
  if (t0) {
    const std::int64_t t3 = x1 - 1;
    const auto [t4, t5] = recursion_jvp_power_jvp(x0, t3, dx0);
    t1 = x0 * t4;
    const double t6 = dx0 * t4;
    const double t7 = t5 * x0;
    t2 = t6 + t7;
  } else {
    t1 = 1.0;
    t2 = 0.0;
  }
  return {t1, t2};
}

[[gnu::visibility("hidden")]]
inline double recursion_jvp(double x0, std::int64_t x1, double dx0) {
  const auto [t0, t1] = recursion_jvp_power_jvp(x0, x1, dx0);
  return t1;
}

}
}  // namespace tlaloc_gen
