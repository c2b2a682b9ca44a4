#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double>
    loop_branch_in_inner_loop_reads_carried_tensor_grad(std::span<const double> x0) {
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
      const bool t8 = j > 0;
      double t9;
      double t10;
      if (t8) {
        t9 = t3[i + j];
        t10 = t3[i];
        const double t11 = tlaloc::sin(t10);
        const double t12 = t11 * t9;
        t3[i + j] = t12;
      } else {
        t9 = t3[i + 1];
        t10 = t3[i];
        const double t13 = t10 * t9;
        t3[i] = t13;
      }
      t6[j] = t9;
      t7[j] = t10;
    }
  }
  auto t14 = std::vector<double>(n, 1.0);
  for (std::int64_t i = 0; i < n - 3; ++i) {
    const auto t15 = std::span(t4).subspan((n - i - 4) * 3, 3);
    const auto t16 = std::span(t5).subspan((n - i - 4) * 3, 3);
    for (std::int64_t j = 0; j < 3; ++j) {
      const std::int64_t t17 = 2 - j;
      const double t18 = t15[2 - j];
      const double t19 = t16[2 - j];
      const bool t20 = t17 > 0;
      if (t20) {
        const double t21 = tlaloc::sin(t19);
        const double t22 = t14[n - i - j - 2];
        t14[n - i - j - 2] = 0.0;
        const double t23 = t22 * t18;
        const double t24 = t22 * t21;
        const double t25 = tlaloc::cos(t19);
        const double t26 = t23 * t25;
        t14[n - i - 4] += t26;
        t14[n - i - j - 2] += t24;
      } else {
        const double t27 = t14[n - i - 4];
        t14[n - i - 4] = 0.0;
        const double t28 = t27 * t18;
        const double t29 = t27 * t19;
        t14[n - i - 4] += t28;
        t14[n - i - 3] += t29;
      }
    }
  }
  return t14;
}

}
}  // namespace tlaloc_gen
