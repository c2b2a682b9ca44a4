#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<tlaloc::Vector<double>, tlaloc::Matrix<double>>>
    broadcast_grad(const tlaloc::Vector<double>& x0, const tlaloc::Matrix<double>& x1) {
  const std::int64_t m = x0.size(0);
  const std::int64_t n = x1.size(0);
  tlaloc::generated::check_size(x1.size(1), m, "call", "axis 1 of x1 is not m", "size.c1");
  auto t0 = tlaloc::broadcast(x0, {n, m}, {1});
  const auto t1 = tlaloc::generated::map<double>(
      [](const auto& x0_i, const auto& x1_i, auto& y_i) TLALOC_LANE_BODY {
        y_i = x0_i * x1_i;
      },
      x0, x1);
  const double t2 = tlaloc::sum(t1);
  auto t3 = tlaloc::sum<0>(x1);
  return {t2,
      std::tuple<tlaloc::Vector<double>, tlaloc::Matrix<double>>{std::move(t3), std::move(t0)}};
}

}
}  // namespace tlaloc_gen
