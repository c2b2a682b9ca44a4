#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    branch_of_outer_values_value_and_grad(double x0, double x1) {
  const bool t0 = x0 > x1;
  double t1;
  if (t0) {
    t1 = x0;
  } else {
    t1 = x1;
  }
  double dx0;
  double dx1;
  if (t0) {
    dx0 = 1.0;
    dx1 = 0.0;
  } else {
    dx0 = 0.0;
    dx1 = 1.0;
  }
  return {t1, {dx0, dx1}};
}

}
}  // namespace tlaloc_gen
