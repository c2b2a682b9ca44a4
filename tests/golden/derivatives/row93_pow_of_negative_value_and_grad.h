#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    row93_pow_of_negative_value_and_grad(double x0, double x1) {
  const double t0 = tlaloc::stop_gradient(x1);
  const double t1 = tlaloc::pow(x0, t0);
  const bool t2 = x0 == 0.0;
  const bool t3 = t0 == 0.0;
  const bool t4 = t2 && t3;
  const double t5 = t4 ? 1.0 : x0;
  const double t6 = t0 - 1.0;
  const double t7 = tlaloc::pow(t5, t6);
  const double t8 = t0 * t7;
  return {t1, {t8, 0.0}};
}

}
}  // namespace tlaloc_gen
