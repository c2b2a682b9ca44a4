#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<std::vector<double>, std::vector<double>, double>>
    neuron_value_and_grad(std::span<const double> x0, std::span<const double> x1, double x2) {
  const std::int64_t n = std::ssize(x0);
  tlaloc::generated::check_size(std::ssize(x1), n, "call", "the length of x1 is not n", "size.c1");
  const auto t0 = tlaloc::from(x0) * tlaloc::from(x1);
  const double t1 = tlaloc::sum(t0);
  const double t2 = t1 + x2;
  const double t3 = tlaloc::tanh(t2);
  const double t4 = t3 * t3;
  const double t5 = 1.0 - t4;
  const auto [t6, t7] = tlaloc::generated::map<double, double>(
      [](const auto& t5_i, const auto& x1_i, const auto& x0_i, auto& y_i,
          auto& y_i2) TLALOC_LANE_BODY {
        y_i = t5_i * x1_i;
        y_i2 = t5_i * x0_i;
      },
      t5, tlaloc::from(x1), tlaloc::from(x0));
  return {t3,
      std::tuple<std::vector<double>, std::vector<double>, double>{tlaloc::to_vector(t6),
      tlaloc::to_vector(t7), t5}};
}

}
}  // namespace tlaloc_gen
