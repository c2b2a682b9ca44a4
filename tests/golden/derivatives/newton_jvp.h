#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double newton_jvp(double x0, double dx0) {
  double t0 = x0;
  double t1 = 0.0;
  double t2 = dx0;
  while (tlaloc::abs(t0 - t1) > 1e-12) {
    const double t3 = x0 / t0;
    const double t4 = 1.0 / t0;
    const double t5 = x0 * t4;
    const double t6 = t5 * t4;
    const double t7 = -t6;
    const double t8 = tlaloc::mul_masked(dx0, t4);
    const double t9 = tlaloc::mul_masked(t2, t7);
    const double t10 = t8 + t9;
    const double t11 = t0 + t3;
    const double t12 = t2 + t10;
    const double t13 = t11 * 0.5;
    t2 = t12 * 0.5;
    t1 = t0;
    t0 = t13;
  }
  return t2;
}

}
}  // namespace tlaloc_gen
