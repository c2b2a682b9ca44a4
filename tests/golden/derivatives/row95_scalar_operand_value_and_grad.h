#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::tuple<double, std::vector<double>>>
    row95_scalar_operand_value_and_grad(double x0, std::span<const double> x1) {
  const std::int64_t n = std::ssize(x1);
  const auto t0 = tlaloc::broadcast(x0, {n}, {});
  const auto t1 = t0 * tlaloc::from(x1);
  const double t2 = tlaloc::sum(t1);
  const double t3 = tlaloc::sum(tlaloc::from(x1));
  return {t2, std::tuple<double, std::vector<double>>{t3, tlaloc::to_vector(t0)}};
}

}
}  // namespace tlaloc_gen
