#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> rowF3_integer_cut_value_and_grad(double x0) {
  const std::int64_t t0 = static_cast<std::int64_t>(x0);
  const double t1 = static_cast<double>(t0);
  const double t2 = x0 * t1;
  return {t2, t1};
}

}
}  // namespace tlaloc_gen
