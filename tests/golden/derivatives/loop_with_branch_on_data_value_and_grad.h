#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    loop_with_branch_on_data_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[i];
    const bool t2 = t1 > 0.0;
    if (t2) {
      const double t3 = t1 * t1;
      const double t4 = t3 * t1;
      t0 += t4;
    } else {
      t0 *= 0.5;
    }
  }
  double t5 = 1.0;
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t6 = x0[n - i - 1];
    const bool t7 = t6 > 0.0;
    double t8;
    if (t7) {
      const double t9 = t6 * t6;
      const double t10 = t5 * t6;
      const double t11 = t5 * t9;
      const double t12 = t10 * t6;
      const double t13 = 2.0 * t12;
      t8 = t11 + t13;
    } else {
      t5 *= 0.5;
      t8 = 0.0;
    }
    dx0[n - i - 1] = t8;
  }
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
