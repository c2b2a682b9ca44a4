#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

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
  const std::int64_t t4 = n - 1;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t t5 = t4 - i;
    const std::int64_t t6 = t5 + 1;
    const bool t7 = t6 > 0;
    const std::int64_t t8 = t7 ? t6 : 0;
    auto t9 = std::vector<double>(t8);
    double t10 = 1.0;
    for (std::int64_t j = 0; j < n - i; ++j) {
      t9[j] = t10;
      const double t11 = x0[j];
      t10 *= t11;
    }
    double t12 = t10 + t10;
    for (std::int64_t j = 0; j < n - i; ++j) {
      const double t13 = t9[n - i - j - 1];
      const double t14 = x0[n - i - j - 1];
      const double t15 = t12 * t14;
      const double t16 = t12 * t13;
      dx0[n - i - j - 1] += t16;
      t12 = t15;
    }
  }
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
