#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    sum_of_squares_value_and_grad(std::span<const double> x0) {
  const auto [t0, t1] = tlaloc::generated::map<double, double>(
      [](const auto& x0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        y_i = x0_i * x0_i;
        y_i2 = x0_i + x0_i;
      },
      tlaloc::from(x0));
  const double t2 = tlaloc::sum(t0);
  return {t2, tlaloc::to_vector(t1)};
}

}
}  // namespace tlaloc_gen
