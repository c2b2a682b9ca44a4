#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::vector<double>>
    sum_of_squares_value_and_grad(std::span<const double> x0) {
  const auto t0 = tlaloc::from(x0) * tlaloc::from(x0);
  const double t1 = tlaloc::sum(t0);
  const auto t2 = tlaloc::from(x0) + tlaloc::from(x0);
  return {t1, tlaloc::to_vector(t2)};
}

}
}  // namespace tlaloc_gen
