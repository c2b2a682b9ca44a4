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
  const bool t6 = t1 == t1;
  const double t7 = t6 ? 0.0 : t1;
  auto t8 = tlaloc::generated::map<double>(
      [](const auto& t2_i, const auto& t5_i, const auto& t7_i, auto& y_i) TLALOC_LANE_BODY {
        y_i = where(t2_i, t5_i, t7_i);
      },
      t2, t5, t7);
  const double t9 = t8(1);
  t8.set(0.0, 1);
  const double t10 = t8(0);
  const double t11 = t9 + t10;
  return {t1, t11};
}

}
}  // namespace tlaloc_gen
