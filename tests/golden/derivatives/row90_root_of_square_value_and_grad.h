#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row90_root_of_square_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  const double t1 = tlaloc::sqrt(t0);
  const double t2 = 0.5 / t1;
  const bool t3 = t1 == 0.0;
  const double t4 = t3 ? 0.0 : t2;
  const double t5 = t4 * x0;
  const double t6 = t5 + t5;
  return {t1, t6};
}

}
}  // namespace tlaloc_gen
