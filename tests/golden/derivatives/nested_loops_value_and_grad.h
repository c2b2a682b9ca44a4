#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    nested_loops_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    double t1 = 1.0;
    for (std::int64_t j = 0; j < i + 1; ++j) {
      const double t2 = x0[j];
      t1 *= t2;
    }
    const double t3 = t1 * t1;
    t0 += t3;
  }
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t t4 = i + 1;
    const bool t5 = t4 > 0;
    const std::int64_t t6 = t5 ? t4 : 0;
    double t7 = 1.0;
    auto t8 = tlaloc::generated::Room<double>(t6);
    for (std::int64_t j = 0; j < i + 1; ++j) {
      t8[j] = t7;
      const double t9 = x0[j];
      t7 *= t9;
    }
    double t10 = t7 + t7;
    for (std::int64_t j = 0; j < i + 1; ++j) {
      const double t11 = t8[i - j];
      const double t12 = x0[i - j];
      const double t13 = t10 * t12;
      const double t14 = t10 * t11;
      dx0[i - j] += t14;
      t10 = t13;
    }
  }
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
