#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    counter_carried_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 1.0;
  std::int64_t t1 = 0;
  auto t2 = tlaloc::generated::Room<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    t2[i] = t0;
    const double t3 = x0[tlaloc::generated::index(t1, n)];
    t0 *= t3;
    t1 += 1;
  }
  double t4 = 1.0;
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t5 = t2[n - i - 1];
    t1 -= 1;
    const double t6 = x0[tlaloc::generated::index(t1, n)];
    const double t7 = t4 * t6;
    const double t8 = t4 * t5;
    dx0[tlaloc::generated::index(t1, n)] += t8;
    t4 = t7;
  }
  return {t0, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
