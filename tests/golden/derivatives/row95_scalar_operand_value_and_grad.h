#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, std::vector<double>>>
    row95_scalar_operand_value_and_grad(double x0, std::span<const double> x1) {
  const std::int64_t n = std::ssize(x1);
  auto t0 = std::vector<double>(n, x0);
  const auto t1 = tlaloc::generated::map<double>(
      [](const auto& x0_i, const auto& x1_i, auto& y_i) TLALOC_LANE_BODY {
        y_i = x0_i * x1_i;
      },
      x0, tlaloc::from(x1));
  const double t2 = tlaloc::sum(t1);
  const double t3 = tlaloc::sum(tlaloc::from(x1));
  return {t2, std::tuple<double, std::vector<double>>{t3, std::move(t0)}};
}

}
}  // namespace tlaloc_gen
