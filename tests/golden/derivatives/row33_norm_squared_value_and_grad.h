#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    row33_norm_squared_value_and_grad(std::span<const double> x0) {
  const auto t0 = tlaloc::from(x0) * tlaloc::from(x0);
  const double t1 = tlaloc::sum(t0);
  const double t2 = tlaloc::sqrt(t1);
  const double t3 = t2 * t2;
  const double t4 = t2 + t2;
  const double t5 = 0.5 / t2;
  const bool t6 = t2 == 0.0;
  const double t7 = t6 ? 0.0 : t5;
  const double t8 = tlaloc::mul_masked(t4, t7);
  const auto t10 = tlaloc::generated::map<double>(
      [](const auto& t8_i, const auto& x0_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t9 = t8_i * x0_i;
        y_i = t9 + t9;
      },
      t8, tlaloc::from(x0));
  return {t3, tlaloc::to_vector(t10)};
}

}
}  // namespace tlaloc_gen
