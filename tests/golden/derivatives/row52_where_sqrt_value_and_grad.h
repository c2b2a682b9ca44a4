#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    row52_where_sqrt_value_and_grad(std::span<const double> x0) {
  const auto [t6, t7] = tlaloc::generated::map<double, double>(
      [](const auto& x0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        const auto t0 = sqrt(x0_i);
        const auto t1 = x0_i > 0.0;
        y_i = where(t1, t0, x0_i);
        const auto t2 = where(t1, 1.0, 0.0);
        const auto t3 = where(t1, 0.0, 1.0);
        const auto t4 = 0.5 / t0;
        const auto t5 = mul_masked(t2, t4);
        y_i2 = t3 + t5;
      },
      tlaloc::from(x0));
  const double t8 = tlaloc::sum(t6);
  return {t8, tlaloc::to_vector(t7)};
}

}
}  // namespace tlaloc_gen
