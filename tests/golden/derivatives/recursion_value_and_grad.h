#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double recursion_value_and_grad_power_vjp(double x0, std::int64_t x1, double dy);
[[gnu::visibility("hidden")]]
inline double recursion_value_and_grad_power(double x0, std::int64_t x1);

[[gnu::visibility("hidden")]]
inline double recursion_value_and_grad_power_vjp(double x0, std::int64_t x1, double dy) {
  const bool t0 = x1 > 0;
  double dx0;
  if (t0) {
    const std::int64_t t1 = x1 - 1;
    const double t2 = recursion_value_and_grad_power(x0, t1);
    const double t3 = dy * t2;
    const double t4 = dy * x0;
    const double t5 = recursion_value_and_grad_power_vjp(x0, t1, t4);
    dx0 = t3 + t5;
  } else {
    dx0 = 0.0;
  }
  return dx0;
}

[[gnu::visibility("hidden")]]
inline double recursion_value_and_grad_power(double x0, std::int64_t x1) {
  const bool t0 = x1 > 0;
  double t1;
  if (t0) {
    const std::int64_t t2 = x1 - 1;
    const double t3 = recursion_value_and_grad_power(x0, t2);
    t1 = x0 * t3;
  } else {
    t1 = 1.0;
  }
  return t1;
}

[[gnu::visibility("hidden")]]
inline std::pair<double, double> recursion_value_and_grad(double x0, std::int64_t x1) {
  const double t0 = recursion_value_and_grad_power(x0, x1);
  const double t1 = recursion_value_and_grad_power_vjp(x0, x1, 1.0);
  return {t0, t1};
}

}
}  // namespace tlaloc_gen
