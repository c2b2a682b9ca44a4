#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::vector<double> loop_branch_reads_carried_tensor_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 = n - 1;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  auto t3 = std::vector<double>(t2);
  auto t4 = std::vector<double>(x0.begin(), x0.end());
  auto t5 = t3;
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t6 = x0[i];
    const bool t7 = t6 > 0.555;
    double t8;
    double t9;
    if (t7) {
      t8 = t4[i + 1];
      t9 = t4[i];
      const double t10 = tlaloc::sin(t9);
      const double t11 = t10 * t8;
      t4[i + 1] = t11;
    } else {
      t8 = t4[i];
      const double t12 = t8 * 1.01;
      t4[i + 1] = t12;
      t9 = 0.0;
    }
    t3[i] = t8;
    t5[i] = t9;
  }
  auto t13 = tlaloc::broadcast(1.0, {n}, {});
  auto t14 = tlaloc::broadcast(0.0, {n}, {});
  const auto t13_data = t13.mutable_span();
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t15 = t3[n - i - 2];
    const double t16 = t5[n - i - 2];
    const double t17 = x0[n - i - 2];
    const bool t18 = t17 > 0.555;
    if (t18) {
      const double t19 = tlaloc::sin(t16);
      const double t20 = t13_data[n - i - 1];
      t13_data[n - i - 1] = 0.0;
      const double t21 = t20 * t15;
      const double t22 = t20 * t19;
      const double t23 = tlaloc::cos(t16);
      const double t24 = t21 * t23;
      t13_data[n - i - 2] += t24;
      t13_data[n - i - 1] += t22;
    } else {
      const double t25 = t13_data[n - i - 1];
      t13_data[n - i - 1] = 0.0;
      const double t26 = t25 * 1.01;
      t13_data[n - i - 2] += t26;
    }
  }
  const auto t27 = std::move(t14) + std::move(t13);
  return tlaloc::to_vector(t27);
}

}
}  // namespace tlaloc_gen
