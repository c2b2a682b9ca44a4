#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double>
    row80_accumulate_from_5_value_and_grad(double x0, std::int64_t x1) {
  double t0 = 5.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    t0 += x0;
  }
  double dx0 = t0 * 2.0;
  const double t1 = dx0 * x0;
  const double t2 = x0 * 2.0;
  for (std::int64_t i = 0; i < x1; ++i) {
    dx0 += t2;
  }
  return {t1, dx0};
}

}
}  // namespace tlaloc_gen
