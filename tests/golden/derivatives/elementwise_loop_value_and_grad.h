#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::vector<double>>
    elementwise_loop_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto dx0 = tlaloc::broadcast(0.0, {n}, {});
  auto t0 = dx0;
  const auto t0_data = t0.mutable_span();
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[i];
    const double t2 = tlaloc::sin(t1);
    const double t3 = t2 * t1;
    t0_data[i] = t3;
  }
  const auto t4 = t0 * t0;
  const double t5 = tlaloc::sum(t4);
  auto t6 = t0 + t0;
  const auto dx0_data = dx0.mutable_span();
  const auto t6_data = t6.mutable_span();
  for (std::int64_t i = 0; i < n; ++i) {
    const double t7 = x0[n - i - 1];
    const double t8 = tlaloc::sin(t7);
    const double t9 = t6_data[n - i - 1];
    t6_data[n - i - 1] = 0.0;
    const double t10 = t9 * t7;
    const double t11 = t9 * t8;
    const double t12 = tlaloc::cos(t7);
    const double t13 = t10 * t12;
    const double t14 = t11 + t13;
    dx0_data[n - i - 1] += t14;
  }
  return {t5, tlaloc::to_vector(dx0)};
}

}
}  // namespace tlaloc_gen
