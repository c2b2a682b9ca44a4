#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline tlaloc::Matrix<double> loop_recurrence_in_tensor_hessian(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const auto t0 = tlaloc::iota<std::int64_t, 1>({n, n});
  const auto t1 = tlaloc::iota<std::int64_t, 0>({n, n});
  const auto t2 = t1 == t0;
  auto t3 = tlaloc::cast<double>(t2);
  const std::int64_t t4 = n - 1;
  const bool t5 = t4 > 0;
  const std::int64_t t6 = t5 ? t4 : 0;
  auto t7 = tlaloc::transpose(std::move(t3));
  auto t8 = std::vector<double>(x0.begin(), x0.end());
  auto t9 = tlaloc::generated::Room<double>(t6);
  auto t10 = tlaloc::generated::Room<double>(t6);
  auto t11 = std::vector<double>(n * t6);
  auto t12 = std::vector<double>(n * t6);
  const auto t7_data = t7.mutable_span();
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t13 = t8[i + 1];
    t9[i] = t13;
    const auto t7_data_row = std::span(t7_data).subspan((i + 1) * n, n);
    const auto t11_row = std::span(t11).subspan(i * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t14 = t7_data_row[j];
      t11_row[j] = t14;
    }
    const double t15 = t8[i];
    t10[i] = t15;
    const auto t7_data_row2 = std::span(t7_data).subspan(i * n, n);
    const auto t12_row = std::span(t12).subspan(i * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t16 = t7_data_row2[j];
      t12_row[j] = t16;
    }
    const double t17 = t15 * t13;
    const auto t7_data_row3 = std::span(t7_data).subspan(i * n, n);
    const auto t7_data_row4 = std::span(t7_data).subspan((i + 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t18 = t7_data_row3[j];
      const double t19 = t7_data_row4[j];
      const double t20 = t18 * t13;
      const double t21 = t19 * t15;
      const double t22 = t20 + t21;
      t7_data_row4[j] = t22;
    }
    t8[i + 1] = t17;
  }
  auto t23 = std::vector<double>(n, 1.0);
  auto t24 = tlaloc::broadcast(0.0, {n, n}, {});
  auto t25 = tlaloc::generated::Room<double>(n);
  const auto t24_data = t24.mutable_span();
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t26 = t9[n - i - 2];
    const double t27 = t10[n - i - 2];
    const double t28 = t23[n - i - 1];
    const auto t24_data_row = std::span(t24_data).subspan((n - i - 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t29 = t24_data_row[j];
      t25[j] = t29;
    }
    t23[n - i - 1] = 0.0;
    const auto t24_data_row2 = std::span(t24_data).subspan((n - i - 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      t24_data_row2[j] = 0.0;
    }
    const double t30 = t28 * t26;
    const double t31 = t28 * t27;
    const auto t11_row = std::span(t11).subspan((n - i - 2) * n, n);
    const auto t12_row = std::span(t12).subspan((n - i - 2) * n, n);
    const auto t24_data_row3 = std::span(t24_data).subspan((n - i - 2) * n, n);
    const auto t24_data_row4 = std::span(t24_data).subspan((n - i - 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t32 = t25[j];
      const double t33 = t11_row[j];
      const double t34 = t12_row[j];
      const double t35 = t32 * t26;
      const double t36 = t33 * t28;
      const double t37 = t35 + t36;
      const double t38 = t32 * t27;
      const double t39 = t34 * t28;
      const double t40 = t38 + t39;
      t24_data_row3[j] += t37;
      t24_data_row4[j] += t40;
    }
    t23[n - i - 2] += t30;
    t23[n - i - 1] += t31;
  }
  return t24;
}

}
}  // namespace tlaloc_gen
