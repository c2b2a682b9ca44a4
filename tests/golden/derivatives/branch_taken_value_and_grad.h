#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    branch_taken_value_and_grad(double x0, double x1) {
  const bool t0 = x0 > 0.0;
  double t1;
  if (t0) {
    const double t2 = x0 * x0;
    t1 = t2 * x1;
  } else {
    t1 = tlaloc::sin(x0);
  }
  double dx0;
  double dx1;
  if (t0) {
    dx1 = x0 * x0;
    const double t3 = x1 * x0;
    dx0 = t3 + t3;
  } else {
    dx0 = tlaloc::cos(x0);
    dx1 = 0.0;
  }
  return {t1, {dx0, dx1}};
}

}
}  // namespace tlaloc_gen
