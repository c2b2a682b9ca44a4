#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    row53_divide_where_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = tlaloc::broadcast(0.0, {n}, {});
  t0.set(2.0, 1);
  t0.set(0.0, 0);
  const auto [t5, t6] = tlaloc::generated::map<double, double>(
      [](const auto& x0_i, const auto& t0_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        const auto t1 = x0_i / t0_i;
        const auto t2 = t0_i > 0.0;
        y_i = where(t2, t1, 0.0);
        const auto t3 = where(t2, 1.0, 0.0);
        const auto t4 = 1.0 / t0_i;
        y_i2 = mul_masked(t3, t4);
      },
      tlaloc::from(x0), std::move(t0));
  const double t7 = tlaloc::sum(t5);
  return {t7, tlaloc::to_vector(t6)};
}

}
}  // namespace tlaloc_gen
