#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_vjp(double x1,
    std::int64_t x2, std::int64_t i, const tlaloc::Vector<double>& ys, double dy);
[[gnu::visibility("hidden")]]
inline std::int64_t recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_counted(std::int64_t x2);
[[gnu::visibility("hidden")]]
inline double recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_kept(double x0,
    double x1, std::int64_t x2, std::int64_t i, tlaloc::Vector<double>& ys);

[[gnu::visibility("hidden")]]
inline std::tuple<double, double>
    recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_vjp(double x1,
    std::int64_t x2, std::int64_t i, const tlaloc::Vector<double>& ys, double dy) {
  const std::int64_t t0 = i + 1;
  const bool t1 = x2 <= 0;
  double dx0;
  double dx1;
  if (t1) {
    dx0 = dy;
    dx1 = 0.0;
  } else {
    const std::int64_t t2 = x2 - 1;
    const double t3 = ys(t0);
    const double t4 = 1.0 / t3;
    const double t5 = x1 * t4;
    const double t6 = t5 * t4;
    const double t7 = -t6;
    const double t8 = tlaloc::mul_masked(dy, t4);
    const double t9 = tlaloc::mul_masked(dy, t7);
    const auto [t10, t11] =
        recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_vjp(x1, t2, t0, ys, t9);
    dx1 = t8 + t11;
    const double t12 = t10 * 1.01;
    dx0 = dy + t12;
  }
  return {dx0, dx1};
}

[[gnu::visibility("hidden")]]
inline std::int64_t recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_counted(std::int64_t x2) {
  const bool t0 = x2 <= 0;
  std::int64_t t1;
  if (t0) {
    t1 = 1;
  } else {
    const std::int64_t t2 = x2 - 1;
    const std::int64_t t3 =
        recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_counted(t2);
    t1 = 1 + t3;
  }
  return t1;
}

[[gnu::visibility("hidden")]]
inline double recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_kept(double x0,
    double x1, std::int64_t x2, std::int64_t i, tlaloc::Vector<double>& ys) {
  const std::int64_t t0 = i + 1;
  const bool t1 = x2 <= 0;
  double t2;
  if (t1) {
    t2 = x0;
  } else {
    const double t3 = x0 * 1.01;
    const std::int64_t t4 = x2 - 1;
    const double t5 =
        recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_kept(t3, x1, t4, t0, ys);
    const double t6 = x1 / t5;
    t2 = x0 + t6;
  }
  ys.set(t2, i);
  return t2;
}

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<double, double>>
    recursion_whose_value_its_cotangent_needs_value_and_grad(double x0, double x1,
    std::int64_t x2) {
  const std::int64_t t0 =
      recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_counted(x2);
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  const std::int64_t turns = tlaloc::generated::size(t2);
  auto t3 = tlaloc::broadcast(0.0, {turns}, {});
  const double t4 =
      recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_kept(x0, x1, x2,
      std::int64_t{0}, t3);
  const auto [t5, t6] =
      recursion_whose_value_its_cotangent_needs_value_and_grad_fraction_vjp(x1, x2, std::int64_t{0},
      t3, 1.0);
  return {t4, {t5, t6}};
}

}
}  // namespace tlaloc_gen
