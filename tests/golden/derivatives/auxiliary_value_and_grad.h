#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<std::pair<double, double>, double> auxiliary_value_and_grad(double x0) {
  const double t0 = x0 * x0;
  const double t1 = tlaloc::exp(x0);
  const double t2 = x0 + x0;
  return {{t0, t1}, t2};
}

}
}  // namespace tlaloc_gen
