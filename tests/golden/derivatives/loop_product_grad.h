#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_product_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 1.0;
  auto t1 = tlaloc::generated::Room<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    t1[i] = t0;
    const double t2 = x0[i];
    t0 *= t2;
  }
  double t3 = 1.0;
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t4 = t1[n - i - 1];
    const double t5 = x0[n - i - 1];
    const double t6 = t3 * t5;
    const double t7 = t3 * t4;
    dx0[n - i - 1] = t7;
    t3 = t6;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
