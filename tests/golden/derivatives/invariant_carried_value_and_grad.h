#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    invariant_carried_value_and_grad(double x0, double x1) {
  auto t0 = std::vector<double>(3);
  double t1 = x0;
  for (std::int64_t i = 0; i < 3; ++i) {
    t0[i] = t1;
    t1 *= x1;
  }
  double t2 = 1.0;
  double dx1 = 0.0;
  for (std::int64_t i = 0; i < 3; ++i) {
    const double t3 = t0[2 - i];
    const double t4 = t2 * x1;
    const double t5 = t2 * t3;
    dx1 += t5;
    t2 = t4;
  }
  return {t1, {t2, dx1}};
}

}
}  // namespace tlaloc_gen
