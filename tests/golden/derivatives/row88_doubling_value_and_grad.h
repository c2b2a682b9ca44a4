#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, double> row88_doubling_value_and_grad(double x0) {
  const double t0 = x0 + x0;
  const double t1 = t0 + t0;
  const double t2 = t1 + t1;
  const double t3 = t2 + t2;
  const double t4 = t3 + t3;
  const double t5 = t4 + t4;
  return {t5, 64.0};
}

}
}  // namespace tlaloc_gen
