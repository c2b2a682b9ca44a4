#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_recurrence_in_tensor_jacobian(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const auto t0 = tlaloc::iota<std::int64_t, 1>({n, n});
  const auto t1 = tlaloc::iota<std::int64_t, 0>({n, n});
  const auto t2 = t1 == t0;
  auto t3 = tlaloc::cast<double>(t2);
  auto t4 = tlaloc::transpose(std::move(t3));
  auto t5 = std::vector<double>(x0.begin(), x0.end());
  const auto t4_data = t4.mutable_span();
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t6 = t5[i + 1];
    const double t7 = t5[i];
    const double t8 = t7 * t6;
    const auto t4_data_row = std::span(t4_data).subspan(i * n, n);
    const auto t4_data_row2 = std::span(t4_data).subspan((i + 1) * n, n);
    TLALOC_TURNS_APART
    for (std::int64_t j = 0; j < n; ++j) {
      const double t9 = t4_data_row[j];
      const double t10 = t4_data_row2[j];
      const double t11 = t9 * t6;
      const double t12 = t10 * t7;
      const double t13 = t11 + t12;
      t4_data_row2[j] = t13;
    }
    t5[i + 1] = t8;
  }
  const auto t14 = tlaloc::transpose(std::move(t4));
  const auto t15 = tlaloc::sum<1>(t14);
  return tlaloc::to_vector(t15);
}

}
}  // namespace tlaloc_gen
