#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline double loop_iterated_map_grad(double x0, std::int64_t x1) {
  const bool t0 = x1 > 0;
  const std::int64_t t1 = t0 ? x1 : 0;
  const std::int64_t turns = tlaloc::gen::size(t1);
  auto t2 = std::vector<double>(turns);
  double t3 = x0;
  for (std::int64_t i = 0; i < x1; ++i) {
    t2[tlaloc::gen::index(i, turns)] = t3;
    const double t4 = tlaloc::sin(t3);
    t3 = t4 * x0;
  }
  const std::int64_t t5 = x1 - 1;
  double t6 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const std::int64_t t7 = t5 - i;
    const double t8 = t2[tlaloc::gen::index(t7, turns)];
    const double t9 = tlaloc::sin(t8);
    const double t10 = t6 * x0;
    const double t11 = t6 * t9;
    dx0 += t11;
    const double t12 = tlaloc::cos(t8);
    t6 = t10 * t12;
  }
  const double t13 = dx0 + t6;
  return t13;
}

}
}  // namespace tlaloc_gen
