#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_rows_of_three_jacobian(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const auto t0 = tlaloc::iota<std::int64_t, 1>({n, n});
  const auto t1 = tlaloc::iota<std::int64_t, 0>({n, n});
  const auto t2 = t1 == t0;
  auto t3 = tlaloc::cast<double>(t2);
  const auto t4 = tlaloc::transpose(std::move(t3));
  double t5 = 0.0;
  auto t6 = std::vector<double>(n);
  const auto t4_data = t4.span();
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t7 = x0[i];
      const double t8 = tlaloc::sin(t5);
      const double t9 = tlaloc::cos(t5);
      const auto t4_data_row = std::span(t4_data).subspan(i * n, n);
      TLALOC_TURNS_APART
      for (std::int64_t k = 0; k < n; ++k) {
        const double t10 = t6[k];
        const double t11 = t4_data_row[k];
        const double t12 = t10 * t9;
        const double t13 = t12 + t11;
        t6[k] = t13;
      }
      t5 = t8 + t7;
    }
  }
  return t6;
}

}
}  // namespace tlaloc_gen
