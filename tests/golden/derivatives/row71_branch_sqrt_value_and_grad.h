#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row71_branch_sqrt_value_and_grad(double x0) {
  const bool t0 = x0 > 0.0;
  double t1;
  if (t0) {
    t1 = tlaloc::sqrt(x0);
  } else {
    t1 = 0.0;
  }
  double dx0;
  if (t0) {
    const double t2 = tlaloc::sqrt(x0);
    dx0 = 0.5 / t2;
  } else {
    dx0 = 0.0;
  }
  return {t1, dx0};
}

}
}  // namespace tlaloc_gen
