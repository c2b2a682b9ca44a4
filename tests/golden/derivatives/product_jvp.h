#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double product_jvp(double x0, double x1, double dx0, double dx1) {
  const double t0 = tlaloc::sin(x1);
  const double t1 = tlaloc::cos(x1);
  const double t2 = dx1 * t1;
  const double t3 = x0 * t0;
  const double t4 = dx0 * t0;
  const double t5 = t2 * x0;
  const double t6 = t4 + t5;
  const double t7 = t6 * x0;
  const double t8 = dx0 * t3;
  const double t9 = t7 + t8;
  return t9;
}

}
}  // namespace tlaloc_gen
