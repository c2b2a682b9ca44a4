#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double,
    std::tuple<tlaloc::Matrix<double>, tlaloc::Matrix<double>, tlaloc::Vector<double>>>
    maps_value_and_grad(const tlaloc::Matrix<double>& x0, const tlaloc::Matrix<double>& x1,
    const tlaloc::Vector<double>& x2) {
  const std::int64_t n = x0.size(0);
  const std::int64_t m = x0.size(1);
  tlaloc::generated::check_size(x1.size(0), n, "call", "axis 0 of x1 is not n", "size.c1");
  tlaloc::generated::check_size(x1.size(1), m, "call", "axis 1 of x1 is not m", "size.c1");
  tlaloc::generated::check_size(x2.size(0), m, "call", "axis 0 of x2 is not m", "size.c1");
  auto [t8, t9, t10, t11] = tlaloc::generated::map<double, double, double, double>(
      [](const auto& x0_i, const auto& x1_i, const auto& x2_i, auto& y_i, auto& y_i2, auto& y_i3,
          auto& y_i4) TLALOC_LANE_BODY {
        const auto t0 = x0_i * x1_i;
        const auto t1 = t0 + x2_i;
        const auto t2 = 0.0 - x0_i;
        const auto t3 = exp(t2);
        const auto t4 = tanh(t1);
        y_i = t4 * t3;
        const auto t5 = t4 * t4;
        const auto t6 = 1.0 - t5;
        y_i2 = t3 * t6;
        const auto t7 = y_i2 * x1_i;
        y_i3 = y_i2 * x0_i;
        y_i4 = t7 - y_i;
      },
      x0, x1, x2);
  const double t12 = tlaloc::sum(t8);
  auto t13 = tlaloc::sum<0>(t9);
  return {t12,
      std::tuple<tlaloc::Matrix<double>, tlaloc::Matrix<double>,
      tlaloc::Vector<double>>{std::move(t11), std::move(t10), std::move(t13)}};
}

}
}  // namespace tlaloc_gen
