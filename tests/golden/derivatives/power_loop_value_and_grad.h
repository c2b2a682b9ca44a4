#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, double> power_loop_value_and_grad(double x0, std::int64_t x1) {
  const bool t0 = x1 > 0;
  const std::int64_t t1 = t0 ? x1 : 0;
  const std::int64_t turns = tlaloc::gen::size(t1);
  auto t2 = std::vector<double>(turns);
  double t3 = 1.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    t2[tlaloc::gen::index(i, turns)] = t3;
    t3 *= x0;
  }
  const std::int64_t t4 = x1 - 1;
  double t5 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const std::int64_t t6 = t4 - i;
    const double t7 = t2[tlaloc::gen::index(t6, turns)];
    const double t8 = t5 * x0;
    const double t9 = t5 * t7;
    dx0 += t9;
    t5 = t8;
  }
  return {t3, dx0};
}

}
}  // namespace tlaloc_gen
