#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row74_max_of_list_value_and_grad(double x0) {
  auto t0 = tlaloc::broadcast(0.0, {2}, {});
  t0.set(x0, 0);
  t0.set(x0, 1);
  const double t1 = tlaloc::max(t0);
  const auto [t2, t3] = tlaloc::generated::map<bool, double>(
      [](const auto& t0_i, const auto& t1_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        y_i = t0_i == t1_i;
        y_i2 = cast<double>(y_i);
      },
      std::move(t0), t1);
  const double t4 = tlaloc::sum(t3);
  const double t5 = 1.0 / t4;
  auto t6 = tlaloc::generated::map<double>(
      [](const auto& t2_i, const auto& t5_i, auto& y_i) TLALOC_LANE_BODY {
        y_i = where(t2_i, t5_i, 0.0);
      },
      t2, t5);
  const double t7 = t6(1);
  t6.set(0.0, 1);
  const double t8 = t6(0);
  const double t9 = t7 + t8;
  return {t1, t9};
}

}
}  // namespace tlaloc_gen
