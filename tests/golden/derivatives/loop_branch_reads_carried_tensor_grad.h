#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_branch_reads_carried_tensor_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 = n - 1;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  auto t3 = std::vector<double>(x0.begin(), x0.end());
  auto t4 = tlaloc::generated::Room<double>(t2);
  auto t5 = tlaloc::generated::Room<double>(t2);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t6 = x0[i];
    const bool t7 = t6 > 0.555;
    double t8;
    double t9;
    if (t7) {
      t8 = t3[i + 1];
      t9 = t3[i];
      const double t10 = tlaloc::sin(t9);
      const double t11 = t10 * t8;
      t3[i + 1] = t11;
    } else {
      t8 = t3[i];
      const double t12 = t8 * 1.01;
      t3[i + 1] = t12;
      t9 = 0.0;
    }
    t4[i] = t8;
    t5[i] = t9;
  }
  auto t13 = std::vector<double>(n, 1.0);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t14 = t4[n - i - 2];
    const double t15 = t5[n - i - 2];
    const double t16 = x0[n - i - 2];
    const bool t17 = t16 > 0.555;
    if (t17) {
      const double t18 = tlaloc::sin(t15);
      const double t19 = t13[n - i - 1];
      t13[n - i - 1] = 0.0;
      const double t20 = t19 * t14;
      const double t21 = t19 * t18;
      const double t22 = tlaloc::cos(t15);
      const double t23 = t20 * t22;
      t13[n - i - 2] += t23;
      t13[n - i - 1] += t21;
    } else {
      const double t24 = t13[n - i - 1];
      t13[n - i - 1] = 0.0;
      const double t25 = t24 * 1.01;
      t13[n - i - 2] += t25;
    }
  }
  return t13;
}

}
}  // namespace tlaloc_gen
