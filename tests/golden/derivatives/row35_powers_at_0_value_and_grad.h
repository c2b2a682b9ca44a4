#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, std::vector<double>>>
    row35_powers_at_0_value_and_grad(double x0, std::span<const double> x1) {
  const std::int64_t n = std::ssize(x1);
  auto t0 = std::vector<double>(n);
  const auto [t9, t10] = tlaloc::generated::map<double, double>(
      [](const auto& x1_i, const auto& x0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        const auto t1 = stop_gradient(x1_i);
        const auto t2 = x0_i + 0.0;
        y_i = pow(t2, t1);
        const auto t3 = t2 == 0.0;
        const auto t4 = t1 == 0.0;
        const auto t5 = t3 && t4;
        const auto t6 = where(t5, 1.0, t2);
        const auto t7 = t1 - 1.0;
        const auto t8 = pow(t6, t7);
        y_i2 = t1 * t8;
      },
      tlaloc::from(x1), x0);
  const double t11 = tlaloc::sum(t9);
  const double t12 = tlaloc::sum(t10);
  return {t11, std::tuple<double, std::vector<double>>{t12, std::move(t0)}};
}

}
}  // namespace tlaloc_gen
