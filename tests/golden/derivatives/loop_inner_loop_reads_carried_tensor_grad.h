#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_inner_loop_reads_carried_tensor_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 = n - 3;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  auto t3 = std::vector<double>(x0.begin(), x0.end());
  auto t4 = tlaloc::generated::Room<double>(3 * t2);
  auto t5 = tlaloc::generated::Room<double>(3 * t2);
  for (std::int64_t i = 0; i < n - 3; ++i) {
    const auto t6 = std::span(t4).subspan(i * 3, 3);
    const auto t7 = std::span(t5).subspan(i * 3, 3);
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t8 = t3[i + j + 1];
      t6[j] = t8;
      const double t9 = t3[i + j];
      t7[j] = t9;
      const double t10 = tlaloc::sin(t9);
      const double t11 = t10 * t8;
      t3[i + j + 1] = t11;
    }
  }
  auto t12 = std::vector<double>(n, 1.0);
  for (std::int64_t i = 0; i < n - 3; ++i) {
    const auto t13 = std::span(t4).subspan((n - i - 4) * 3, 3);
    const auto t14 = std::span(t5).subspan((n - i - 4) * 3, 3);
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t15 = t13[2 - j];
      const double t16 = t14[2 - j];
      const double t17 = tlaloc::sin(t16);
      const double t18 = t12[n - i - j - 1];
      t12[n - i - j - 1] = 0.0;
      const double t19 = t18 * t15;
      const double t20 = t18 * t17;
      const double t21 = tlaloc::cos(t16);
      const double t22 = t19 * t21;
      t12[n - i - j - 2] += t22;
      t12[n - i - j - 1] += t20;
    }
  }
  return t12;
}

}
}  // namespace tlaloc_gen
