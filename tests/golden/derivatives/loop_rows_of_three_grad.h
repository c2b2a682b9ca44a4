#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_rows_of_three_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 0.0;
  auto t1 = tlaloc::generated::Room<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    t1[i] = t0;
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t2 = x0[i];
      const double t3 = tlaloc::sin(t0);
      t0 = t3 + t2;
    }
  }
  double t4 = 1.0;
  auto dx0 = std::vector<double>(n);
  auto t5 = tlaloc::generated::Room<double>(3);
  for (std::int64_t i = 0; i < n; ++i) {
    double t6 = t1[n - i - 1];
    for (std::int64_t j = 0; j < 3; ++j) {
      t5[j] = t6;
      const double t7 = x0[n - i - 1];
      const double t8 = tlaloc::sin(t6);
      t6 = t8 + t7;
    }
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t9 = t5[2 - j];
      const double t10 = tlaloc::cos(t9);
      const double t11 = t4 * t10;
      dx0[n - i - 1] += t4;
      t4 = t11;
    }
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
