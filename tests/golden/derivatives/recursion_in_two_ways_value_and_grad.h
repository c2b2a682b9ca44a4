#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_in_two_ways_value_and_grad_two_before_vjp(double x0, std::int64_t x1, double dy);

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_in_two_ways_value_and_grad_two_before_vjp(double x0, std::int64_t x1, double dy) {
  const bool t0 = x1 < 2;
  double t1;
  double dx0;
  if (t0) {
    const bool t2 = x1 == 1;
    if (t2) {
      t1 = x0;
    } else {
      t1 = 1.0;
    }
    if (t2) {
      dx0 = dy;
    } else {
      dx0 = 0.0;
    }
  } else {
    const std::int64_t t3 = x1 - 2;
    const double t4 = tlaloc::sin(x0);
    const std::int64_t t5 = x1 - 1;
    const double t6 = dy * x0;
    const auto [t7, t8] = recursion_in_two_ways_value_and_grad_two_before_vjp(x0, t5, t6);
    const double t9 = x0 * t7;
    const double t10 = dy * t7;
    const double t11 = t10 + t8;
    const double t12 = dy * t4;
    const auto [t13, t14] = recursion_in_two_ways_value_and_grad_two_before_vjp(x0, t3, t12);
    const double t15 = t4 * t13;
    t1 = t9 + t15;
    const double t16 = dy * t13;
    const double t17 = t11 + t14;
    const double t18 = tlaloc::cos(x0);
    const double t19 = t16 * t18;
    dx0 = t17 + t19;
  }
  return {t1, dx0};
}

[[gnu::visibility("hidden")]]
inline std::pair<double, double> recursion_in_two_ways_value_and_grad(double x0, std::int64_t x1) {
  const auto [t0, t1] = recursion_in_two_ways_value_and_grad_two_before_vjp(x0, x1, 1.0);
  return {t0, t1};
}

}
}  // namespace tlaloc_gen
