#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double power_loop_jvp(double x0, std::int64_t x1, double dx0) {
  double t0 = 1.0;
  double t1 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const double t2 = t0 * x0;
    const double t3 = t1 * x0;
    const double t4 = dx0 * t0;
    t1 = t3 + t4;
    t0 = t2;
  }
  return t1;
}

}
}  // namespace tlaloc_gen
