#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row22_last_turn_1_value_and_grad(double x0, std::int64_t x1) {
  const double t0 = 0.0 + x0;
  double t1 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    t1 = t0;
  }
  double t2 = 1.0;
  double dx0 = 0.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    dx0 += t2;
    t2 = 0.0;
  }
  return {t1, dx0};
}

}
}  // namespace tlaloc_gen
