#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row81_long_loop_value_and_grad(double x0) {
  double t0 = x0;
  for (std::int64_t i = 0; i < 130; ++i) {
    const std::int64_t t1 = i % 2;
    const bool t2 = t1 == 0;
    if (t2) {
      t0 *= 1.001;
    }
  }
  double t3 = 1.0;
  for (std::int64_t i = 0; i < 130; ++i) {
    const std::int64_t t4 = 129 - i;
    const std::int64_t t5 = t4 % 2;
    const bool t6 = t5 == 0;
    if (t6) {
      t3 *= 1.001;
    }
  }
  return {t0, t3};
}

}
}  // namespace tlaloc_gen
