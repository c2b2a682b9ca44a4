#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    elementwise_loop_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = tlaloc::broadcast(0.0, {n}, {});
  const auto t0_data = t0.mutable_span();
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[i];
    const double t2 = tlaloc::sin(t1);
    const double t3 = t2 * t1;
    t0_data[i] = t3;
  }
  const auto [t4, t5] = tlaloc::generated::map<double, double>(
      [](const auto& t0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        y_i = t0_i * t0_i;
        y_i2 = t0_i + t0_i;
      },
      std::move(t0));
  const double t6 = tlaloc::sum(t4);
  auto dx0 = std::vector<double>(n);
  const auto t5_data = t5.span();
  for (std::int64_t i = 0; i < n; ++i) {
    const double t7 = x0[i];
    const double t8 = tlaloc::sin(t7);
    const double t9 = t5_data[i];
    const double t10 = t9 * t7;
    const double t11 = t9 * t8;
    const double t12 = tlaloc::cos(t7);
    const double t13 = t10 * t12;
    const double t14 = t11 + t13;
    dx0[i] = t14;
  }
  return {t6, std::move(dx0)};
}

}
}  // namespace tlaloc_gen
