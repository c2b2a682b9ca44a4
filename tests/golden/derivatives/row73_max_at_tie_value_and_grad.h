#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    row73_max_at_tie_value_and_grad(double x0, double x1) {
  const double t0 = tlaloc::max(x0, x1);
  const bool t1 = x0 == x1;
  const double t2 = t1 ? 0.5 : 0.0;
  const bool t3 = x0 > x1;
  const double t4 = t3 ? 1.0 : t2;
  const bool t5 = x1 == x0;
  const double t6 = t5 ? 0.5 : 0.0;
  const bool t7 = x1 > x0;
  const double t8 = t7 ? 1.0 : t6;
  return {t0, {t4, t8}};
}

}
}  // namespace tlaloc_gen
