#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<std::vector<double>, std::vector<double>>>
    row72_quadratic_form_value_and_grad(std::span<const double> x0, std::span<const double> x1) {
  tlaloc::generated::check_size(std::ssize(x0), 3, "call", "the length of x0 is not 3", "size.c1");
  tlaloc::generated::check_size(std::ssize(x1), 9, "call", "the length of x1 is not 9", "size.c1");
  double t0 = 0.0;
  for (std::int64_t i = 0; i < 3; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t1 = x0[j];
      const double t2 = x1[3 * i + j];
      const double t3 = x0[i];
      const double t4 = 0.5 * t3;
      const double t5 = t4 * t2;
      const double t6 = t5 * t1;
      t0 += t6;
    }
  }
  auto dx0 = std::vector<double>(3);
  auto dx1 = std::vector<double>(9);
  for (std::int64_t i = 0; i < 3; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      const double t7 = x0[j];
      const double t8 = x1[3 * i + j];
      const double t9 = x0[i];
      const double t10 = 0.5 * t9;
      const double t11 = t10 * t8;
      const double t12 = t7 * t8;
      const double t13 = t7 * t10;
      const double t14 = t12 * 0.5;
      dx0[i] += t14;
      dx1[3 * i + j] += t13;
      dx0[j] += t11;
    }
  }
  return {t0, std::tuple<std::vector<double>, std::vector<double>>{std::move(dx0), std::move(dx1)}};
}

}
}  // namespace tlaloc_gen
