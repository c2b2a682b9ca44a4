#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    branch_in_branch_value_and_grad(double x0, double x1) {
  const bool t0 = x0 > 0.0;
  double t1;
  if (t0) {
    const double t2 = x0 * x1;
    const bool t3 = t2 > 1.0;
    if (t3) {
      const double t4 = tlaloc::exp(t2);
      t1 = t4 * x0;
    } else {
      t1 = t2 * t2;
    }
  } else {
    t1 = x1;
  }
  double dx0;
  double dx1;
  if (t0) {
    const double t5 = x0 * x1;
    const bool t6 = t5 > 1.0;
    double t7;
    double dx0_2;
    if (t6) {
      dx0_2 = tlaloc::exp(t5);
      t7 = x0 * dx0_2;
    } else {
      t7 = t5 + t5;
      dx0_2 = 0.0;
    }
    const double t8 = t7 * x1;
    dx1 = t7 * x0;
    dx0 = dx0_2 + t8;
  } else {
    dx0 = 0.0;
    dx1 = 1.0;
  }
  return {t1, {dx0, dx1}};
}

}
}  // namespace tlaloc_gen
