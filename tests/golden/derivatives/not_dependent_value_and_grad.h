#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    not_dependent_value_and_grad(double x0, double /*x1*/) {
  const double t0 = x0 * 2.0;
  return {t0, {2.0, 0.0}};
}

}
}  // namespace tlaloc_gen
