#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    row23_running_minimum_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = x0[tlaloc::generated::index(0, n)];
  auto t1 = tlaloc::generated::Room<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    t1[i] = t0;
    double t2 = x0[i];
    const bool t3 = t2 < t0;
    if (!t3) {
      t2 = t0;
    }
    t0 = t2;
  }
  double t4 = 1.0;
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t5 = t1[n - i - 1];
    const double t6 = x0[n - i - 1];
    const bool t7 = t6 < t5;
    double t8;
    if (t7) {
      t8 = 0.0;
    } else {
      t8 = t4;
      t4 = 0.0;
    }
    dx0[n - i - 1] = t4;
    t4 = t8;
  }
  dx0[tlaloc::generated::index(0, n)] += t4;
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
