#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double recursion_in_halves_value_and_grad_halves_vjp(std::int64_t x1, std::int64_t i,
    const tlaloc::Vector<std::int64_t>& ends, const tlaloc::Vector<double>& ys, double dy);
[[gnu::visibility("hidden")]]
inline std::int64_t recursion_in_halves_value_and_grad_halves_counted(std::int64_t x1);
[[gnu::visibility("hidden")]]
inline std::tuple<double, std::int64_t>
    recursion_in_halves_value_and_grad_halves_kept(double x0, std::int64_t x1, std::int64_t i,
    tlaloc::Vector<std::int64_t>& ends, tlaloc::Vector<double>& ys);

[[gnu::visibility("hidden")]]
inline double recursion_in_halves_value_and_grad_halves_vjp(std::int64_t x1, std::int64_t i,
    const tlaloc::Vector<std::int64_t>& ends, const tlaloc::Vector<double>& ys, double dy) {
  const std::int64_t activations = ends.size(0);
  tlaloc::generated::check_size(ys.size(0), activations, "call", "axis 0 of ys is not activations",
      "size.c1");
  const std::int64_t t0 = i + 1;
  const bool t1 = x1 < 2;
  double dx0;
  if (t1) {
    dx0 = dy;
  } else {
    const std::int64_t t2 = x1 / 2;
    const std::int64_t t3 = x1 - t2;
    const double t4 = ys(t0);
    const std::int64_t t5 = ends(t0);
    const double t6 = ys(t5);
    const double t7 = dy * t4;
    const double t8 = dy * t6;
    const double t9 = recursion_in_halves_value_and_grad_halves_vjp(t2, t5, ends, ys, t7);
    const double t10 = recursion_in_halves_value_and_grad_halves_vjp(t3, t0, ends, ys, t8);
    dx0 = t9 + t10;
  }
  return dx0;
}

[[gnu::visibility("hidden")]]
inline std::int64_t recursion_in_halves_value_and_grad_halves_counted(std::int64_t x1) {
  const bool t0 = x1 < 2;
  std::int64_t t1;
  if (t0) {
    t1 = 1;
  } else {
    const std::int64_t t2 = x1 / 2;
    const std::int64_t t3 = x1 - t2;
    const std::int64_t t4 = recursion_in_halves_value_and_grad_halves_counted(t3);
    const std::int64_t t5 = 1 + t4;
    const std::int64_t t6 = recursion_in_halves_value_and_grad_halves_counted(t2);
    t1 = t5 + t6;
  }
  return t1;
}

[[gnu::visibility("hidden")]]
inline std::tuple<double, std::int64_t>
    recursion_in_halves_value_and_grad_halves_kept(double x0, std::int64_t x1, std::int64_t i,
    tlaloc::Vector<std::int64_t>& ends, tlaloc::Vector<double>& ys) {
  const std::int64_t activations = ends.size(0);
  tlaloc::generated::check_size(ys.size(0), activations, "call", "axis 0 of ys is not activations",
      "size.c1");
  std::int64_t t0 = i + 1;
  const bool t1 = x1 < 2;
  double t2;
  if (t1) {
    t2 = x0;
  } else {
    const std::int64_t t3 = x1 / 2;
    const double t4 = x0 + 1.0;
    const std::int64_t t5 = x1 - t3;
    const auto [t6, t7] = recursion_in_halves_value_and_grad_halves_kept(t4, t5, t0, ends, ys);
    auto [t8, t9] = recursion_in_halves_value_and_grad_halves_kept(x0, t3, t7, ends, ys);
    t0 = std::move(t9);
    t2 = t8 * t6;
  }
  ends.set(t0, i);
  ys.set(t2, i);
  return {t2, t0};
}

[[gnu::visibility("hidden")]]
inline std::pair<double, double> recursion_in_halves_value_and_grad(double x0, std::int64_t x1) {
  const std::int64_t t0 = recursion_in_halves_value_and_grad_halves_counted(x1);
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  const std::int64_t turns = tlaloc::generated::size(t2);
  auto t3 = tlaloc::broadcast(std::int64_t{0}, {turns}, {});
  auto t4 = tlaloc::broadcast(0.0, {turns}, {});
  const auto [t5, t6] =
      recursion_in_halves_value_and_grad_halves_kept(x0, x1, std::int64_t{0}, t3, t4);
  const double t7 = recursion_in_halves_value_and_grad_halves_vjp(x1, std::int64_t{0}, t3, t4, 1.0);
  return {t5, t7};
}

}
}  // namespace tlaloc_gen
