#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> nested_counted_turns_value_and_grad(double x0, std::int64_t x1) {
  const std::int64_t t0 = x1 + 1;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  double t3 = x0;
  auto t4 = tlaloc::generated::Room<double>(t2);
  const auto t4_row = tlaloc::generated::row(t4, 0, x1 + 1);
  for (std::int64_t i = 0; i < x1 + 1; ++i) {
    t4_row[i] = t3;
    double t5 = t3 * x0;
    for (std::int64_t j = 0; j < x1; ++j) {
      t5 = tlaloc::sin(t5);
    }
    t3 += t5;
  }
  const bool t6 = x1 > 0;
  const std::int64_t t7 = t6 ? x1 : 0;
  double t8 = 1.0;
  double dx0 = 0.0;
  auto t9 = tlaloc::generated::Room<double>(t7);
  for (std::int64_t i = 0; i < x1 + 1; ++i) {
    const double t10 = t4[tlaloc::generated::index(x1 - i, t2)];
    double t11 = t10 * x0;
    for (std::int64_t j = 0; j < x1; ++j) {
      t9[j] = t11;
      t11 = tlaloc::sin(t11);
    }
    double t12 = t8;
    for (std::int64_t j = 0; j < x1; ++j) {
      const double t13 = t9[x1 - j - 1];
      const double t14 = tlaloc::cos(t13);
      t12 *= t14;
    }
    const double t15 = t12 * x0;
    const double t16 = t12 * t10;
    t8 += t15;
    dx0 += t16;
  }
  const double t17 = dx0 + t8;
  return {t3, t17};
}

}
}  // namespace tlaloc_gen
