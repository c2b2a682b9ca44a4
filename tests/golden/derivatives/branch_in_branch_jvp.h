#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double branch_in_branch_jvp(double x0, double x1, double dx0, double dx1) {
  const bool t0 = x0 > 0.0;
  double t1;
  if (t0) {
    const double t2 = x0 * x1;
    const double t3 = dx0 * x1;
    const double t4 = dx1 * x0;
    const double t5 = t3 + t4;
    const bool t6 = t2 > 1.0;
    if (t6) {
      const double t7 = tlaloc::exp(t2);
      const double t8 = t5 * t7;
      const double t9 = t8 * x0;
      const double t10 = dx0 * t7;
      t1 = t9 + t10;
    } else {
      const double t11 = t5 * t2;
      t1 = t11 + t11;
    }
  } else {
    t1 = dx1;
  }
  return t1;
}

}
}  // namespace tlaloc_gen
