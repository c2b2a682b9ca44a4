#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline tlaloc::Matrix<double> loop_rows_of_three_hessian(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const auto t0 = tlaloc::iota<std::int64_t, 1>({n, n});
  const auto t1 = tlaloc::iota<std::int64_t, 0>({n, n});
  const auto t2 = t1 == t0;
  auto t3 = tlaloc::cast<double>(t2);
  const auto t4 = tlaloc::transpose(std::move(t3));
  double t5 = 0.0;
  auto t6 = tlaloc::generated::Room<double>(n);
  auto t7 = std::vector<double>(n);
  auto t8 = tlaloc::generated::Room<double>(n * n);
  const auto t4_data = t4.span();
  for (std::int64_t i = 0; i < n; ++i) {
    t6[i] = t5;
    std::copy(t7.begin(), t7.end(), t8.begin() + i * n);
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t9 = x0[i];
      const double t10 = tlaloc::sin(t5);
      const double t11 = tlaloc::cos(t5);
      const auto t4_data_row = std::span(t4_data).subspan(i * n, n);
      TLALOC_TURNS_APART
      for (std::int64_t k = 0; k < n; ++k) {
        const double t12 = t7[k];
        const double t13 = t4_data_row[k];
        const double t14 = t12 * t11;
        const double t15 = t14 + t13;
        t7[k] = t15;
      }
      t5 = t10 + t9;
    }
  }
  const std::int64_t t16 = n - 1;
  double t17 = 1.0;
  auto t18 = tlaloc::broadcast(0.0, {n}, {});
  auto ddx0 = tlaloc::broadcast(0.0, {n, n}, {});
  auto t19 = tlaloc::generated::Room<double>(n);
  auto t20 = tlaloc::generated::Room<double>(3);
  auto t21 = tlaloc::generated::Room<double>(3 * n);
  const auto t4_data2 = t4.span();
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t t22 = t16 - i;
    double t23 = t6[n - i - 1];
    const auto t8_row = std::span(t8).subspan((n - i - 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t24 = t8_row[j];
      t19[j] = t24;
    }
    for (std::int64_t j = 0; j < 3; ++j) {
      t20[j] = t23;
      std::copy(t19.begin(), t19.end(), t21.begin() + j * n);
      const double t25 = x0[n - i - 1];
      const double t26 = tlaloc::sin(t23);
      const double t27 = tlaloc::cos(t23);
      const auto t4_data2_row = std::span(t4_data2).subspan((n - i - 1) * n, n);
      TLALOC_TURNS_APART
      for (std::int64_t k = 0; k < n; ++k) {
        const double t28 = t19[k];
        const double t29 = t4_data2_row[k];
        const double t30 = t28 * t27;
        const double t31 = t30 + t29;
        t19[k] = t31;
      }
      t23 = t26 + t25;
    }
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t32 = t20[2 - j];
      const double t33 = tlaloc::cos(t32);
      const double t34 = tlaloc::sin(t32);
      const double t35 = -t34;
      const double t36 = t17 * t33;
      auto t37 = tlaloc::broadcast(0.0, {n}, {});
      const auto t18_data = t18.span();
      const auto t37_data = t37.mutable_span();
      const auto t21_row = std::span(t21).subspan((2 - j) * n, n);
      TLALOC_TURNS_APART
      for (std::int64_t k = 0; k < n; ++k) {
        const double t38 = t21_row[k];
        const double t39 = t18_data[k];
        const double t40 = t38 * t35;
        const double t41 = t39 * t33;
        const double t42 = t40 * t17;
        const double t43 = t41 + t42;
        t37_data[k] = t43;
      }
      ddx0 = tlaloc::add_at(std::move(ddx0), {t22}, t18);
      t17 = t36;
      t18 = std::move(t37);
    }
  }
  return ddx0;
}

}
}  // namespace tlaloc_gen
