#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_value_and_grad_power_vjp(double x0, std::int64_t x1, double dy);

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_value_and_grad_power_vjp(double x0, std::int64_t x1, double dy) {
  const bool t0 = x1 > 0;
  double t1;
  double dx0;
  if (t0) {
    const std::int64_t t2 = x1 - 1;
    const double t3 = dy * x0;
    const auto [t4, t5] = recursion_value_and_grad_power_vjp(x0, t2, t3);
    t1 = x0 * t4;
    const double t6 = dy * t4;
    dx0 = t6 + t5;
  } else {
    t1 = 1.0;
    dx0 = 0.0;
  }
  return {t1, dx0};
}

[[gnu::visibility("hidden")]]
inline std::pair<double, double> recursion_value_and_grad(double x0, std::int64_t x1) {
  const auto [t0, t1] = recursion_value_and_grad_power_vjp(x0, x1, 1.0);
  return {t0, t1};
}

}
}  // namespace tlaloc_gen
