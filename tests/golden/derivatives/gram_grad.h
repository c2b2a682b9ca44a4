#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, tlaloc::Matrix<double>> gram_grad(const tlaloc::Matrix<double>& x0) {
  auto t0 = tlaloc::contract(x0, x0, tlaloc::axes<0>, tlaloc::axes<0>);
  const auto [t4, t5] = tlaloc::generated::map<double, double>(
      [](const auto& t0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        const auto t1 = tanh(t0_i);
        y_i = t1 * t1;
        const auto t2 = t1 + t1;
        const auto t3 = 1.0 - y_i;
        y_i2 = t2 * t3;
      },
      std::move(t0));
  const double t6 = tlaloc::sum(t4);
  auto t7 = tlaloc::contract(x0, t5, tlaloc::axes<1>, tlaloc::axes<1>);
  auto t8 = tlaloc::matmul(x0, t5);
  auto t9 = std::move(t7) + std::move(t8);
  return {t6, std::move(t9)};
}

}
}  // namespace tlaloc_gen
