#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    loop_in_branch_value_and_grad(double x0, double x1) {
  const bool t0 = x0 > 1.0;
  double t1;
  if (t0) {
    t1 = x0;
    for (std::int64_t i = 0; i < 4; ++i) {
      const double t2 = t1 * x1;
      t1 = t2 + x0;
    }
  } else {
    t1 = x1;
  }
  double dx0;
  double dx1;
  if (t0) {
    double t3 = x0;
    auto t4 = tlaloc::generated::Room<double>(4);
    for (std::int64_t i = 0; i < 4; ++i) {
      t4[i] = t3;
      const double t5 = t3 * x1;
      t3 = t5 + x0;
    }
    double t6 = 1.0;
    dx1 = 0.0;
    double dx0_2 = 0.0;
    for (std::int64_t i = 0; i < 4; ++i) {
      const double t7 = t4[3 - i];
      dx0_2 += t6;
      const double t8 = t6 * x1;
      const double t9 = t6 * t7;
      dx1 += t9;
      t6 = t8;
    }
    dx0 = dx0_2 + t6;
  } else {
    dx0 = 0.0;
    dx1 = 1.0;
  }
  return {t1, {dx0, dx1}};
}

}
}  // namespace tlaloc_gen
