#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>> dot_loop_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[i];
    const double t2 = t1 * t1;
    t0 += t2;
  }
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t3 = x0[i];
    const double t4 = t3 + t3;
    dx0[i] = t4;
  }
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
