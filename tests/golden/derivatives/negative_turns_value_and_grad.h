#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, double> negative_turns_value_and_grad(double x0, std::int64_t x1) {
  double t0 = x0 * x0;
  const bool t1 = x1 > 0;
  const std::int64_t t2 = t1 ? x1 : 0;
  const std::int64_t turns = tlaloc::gen::size(t2);
  auto t3 = std::vector<double>(turns);
  for (std::int64_t i = 0; i < x1; ++i) {
    t3[tlaloc::gen::index(i, turns)] = t0;
    t0 = tlaloc::sin(t0);
  }
  const std::int64_t t4 = x1 - 1;
  double t5 = 1.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    const std::int64_t t6 = t4 - i;
    const double t7 = t3[tlaloc::gen::index(t6, turns)];
    const double t8 = tlaloc::cos(t7);
    t5 *= t8;
  }
  const double t9 = t5 * x0;
  const double t10 = t9 + t9;
  return {t0, t10};
}

}
}  // namespace tlaloc_gen
