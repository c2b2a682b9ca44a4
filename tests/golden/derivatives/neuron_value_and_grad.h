#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::tuple<std::vector<double>, std::vector<double>, double>>
    neuron_value_and_grad(std::span<const double> x0, std::span<const double> x1, double x2) {
  const std::int64_t n = std::ssize(x0);
  tlaloc::gen::check_size(std::ssize(x1), n, "main", "the length of x1 is not n", "size.c1");
  const auto t0 = tlaloc::from(x0) * tlaloc::from(x1);
  const double t1 = tlaloc::sum(t0);
  const double t2 = t1 + x2;
  const double t3 = tlaloc::tanh(t2);
  const double t4 = t3 * t3;
  const double t5 = 1.0 - t4;
  auto t6 = tlaloc::broadcast(t5, {n}, {});
  const auto t7 = t6 * tlaloc::from(x1);
  const auto t8 = std::move(t6) * tlaloc::from(x0);
  return {t3,
      std::tuple<std::vector<double>, std::vector<double>, double>{tlaloc::to_vector(t7),
      tlaloc::to_vector(t8), t5}};
}

}
}  // namespace tlaloc_gen
