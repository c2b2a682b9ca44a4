#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double loop_iterated_map_grad(double x0, std::int64_t x1) {
  const bool t0 = x1 > 0;
  const std::int64_t t1 = t0 ? x1 : 0;
  double t2 = x0;
  auto t3 = tlaloc::generated::Room<double>(t1);
  for (std::int64_t i = 0; i < x1; ++i) {
    t3[i] = t2;
    const double t4 = tlaloc::sin(t2);
    t2 = t4 * x0;
  }
  double t5 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const double t6 = t3[x1 - i - 1];
    const double t7 = tlaloc::sin(t6);
    const double t8 = t5 * x0;
    const double t9 = t5 * t7;
    dx0 += t9;
    const double t10 = tlaloc::cos(t6);
    t5 = t8 * t10;
  }
  const double t11 = dx0 + t5;
  return t11;
}

}
}  // namespace tlaloc_gen
