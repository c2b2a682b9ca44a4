#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>> product_value_and_grad(double x0, double x1) {
  const double t0 = tlaloc::sin(x1);
  const double t1 = x0 * t0;
  const double t2 = t1 * x0;
  const double t3 = x0 * x0;
  const double t4 = t1 + t1;
  const double t5 = tlaloc::cos(x1);
  const double t6 = t3 * t5;
  return {t2, {t4, t6}};
}

}
}  // namespace tlaloc_gen
