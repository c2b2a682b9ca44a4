#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    row38_masked_logsumexp_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = tlaloc::broadcast(0.0, {n}, {});
  t0.set(1.0, 0);
  auto [t1, t2, t3] = tlaloc::generated::map<bool, double, double>(
      [](const auto& t0_i, const auto& x0_i, auto& y_i, auto& y_i2, auto& y_i3) TLALOC_LANE_BODY {
        y_i = t0_i > 0.0;
        y_i2 = exp(x0_i);
        y_i3 = where(y_i, y_i2, 0.0);
      },
      std::move(t0), tlaloc::from(x0));
  const double t4 = tlaloc::sum(t3);
  const double t5 = tlaloc::log(t4);
  const double t6 = 1.0 / t4;
  const auto t8 = tlaloc::generated::map<double>(
      [](const auto& t1_i, const auto& t6_i, const auto& t2_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t7 = where(t1_i, t6_i, 0.0);
        y_i = mul_masked(t7, t2_i);
      },
      t1, t6, std::move(t2));
  return {t5, tlaloc::to_vector(t8)};
}

}
}  // namespace tlaloc_gen
