#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline void recursion_in_a_loop_of_products_value_and_grad_products_vjp(const tlaloc::Vector<double>& x0, std::int64_t x1, std::int64_t i, const tlaloc::Vector<std::int64_t>& ends, const tlaloc::Vector<double>& ys, double dy, tlaloc::Vector<double>& dx0);
[[gnu::visibility("hidden")]]
inline std::int64_t recursion_in_a_loop_of_products_value_and_grad_products_counted(const tlaloc::Vector<double>& x0, std::int64_t x1);
[[gnu::visibility("hidden")]]
inline std::tuple<double, std::int64_t>
    recursion_in_a_loop_of_products_value_and_grad_products_kept(const tlaloc::Vector<double>& x0,
    std::int64_t x1, std::int64_t i, tlaloc::Vector<std::int64_t>& ends,
    tlaloc::Vector<double>& ys);

[[gnu::visibility("hidden")]]
inline void recursion_in_a_loop_of_products_value_and_grad_products_vjp(const tlaloc::Vector<double>& x0, std::int64_t x1, std::int64_t i, const tlaloc::Vector<std::int64_t>& ends, const tlaloc::Vector<double>& ys, double dy, tlaloc::Vector<double>& dx0) {
  const std::int64_t n = x0.size(0);
  const std::int64_t activations = ends.size(0);
  tlaloc::generated::check_size(ys.size(0), activations, "call", "axis 0 of ys is not activations",
      "size.c1");
  tlaloc::generated::check_size(dx0.size(0), n, "call", "axis 0 of dx0 is not n", "size.c1");
  std::int64_t t0 = i + 1;
  const bool t1 = x1 == 0;
  if (!t1) {
    double t2 = 1.0;
    auto t3 = tlaloc::generated::Room<double>(n);
    auto t4 = tlaloc::generated::Room<std::int64_t>(n);
    const auto x0_data = x0.span();
    const auto ends_data = ends.span();
    const auto ys_data = ys.span();
    for (std::int64_t i2 = 0; i2 < n; ++i2) {
      t3[i2] = t2;
      t4[i2] = t0;
      const double t5 = ys_data[tlaloc::generated::index(t0, activations)];
      t0 = ends_data[tlaloc::generated::index(t0, activations)];
      const double t6 = x0_data[i2];
      const double t7 = t6 * t5;
      const double t8 = 1.0 + t7;
      t2 *= t8;
    }
    const bool t9 = dy != 0.0;
    if (t9) {
      const std::int64_t t10 = x1 - 1;
      double t11 = dy;
      const auto x0_data2 = x0.span();
      const auto ys_data2 = ys.span();
      for (std::int64_t i2 = 0; i2 < n; ++i2) {
        const double t12 = t3[n - i2 - 1];
        const std::int64_t t13 = t4[n - i2 - 1];
        const double t14 = ys_data2[tlaloc::generated::index(t13, activations)];
        const double t15 = x0_data2[n - i2 - 1];
        const double t16 = t15 * t14;
        const double t17 = 1.0 + t16;
        const double t18 = t11 * t17;
        const double t19 = t11 * t12;
        const double t20 = t19 * t14;
        const double t21 = t19 * t15;
        dx0.set(dx0(n - i2 - 1) + t20, n - i2 - 1);
        recursion_in_a_loop_of_products_value_and_grad_products_vjp(x0, t10, t13, ends, ys, t21,
            dx0);
        t11 = t18;
      }
    }
  }
}

[[gnu::visibility("hidden")]]
inline std::int64_t recursion_in_a_loop_of_products_value_and_grad_products_counted(const tlaloc::Vector<double>& x0, std::int64_t x1) {
  const std::int64_t n = x0.size(0);
  const bool t0 = x1 == 0;
  std::int64_t t1;
  if (t0) {
    t1 = 1;
  } else {
    const std::int64_t t2 = x1 - 1;
    t1 = 1;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t t3 =
          recursion_in_a_loop_of_products_value_and_grad_products_counted(x0, t2);
      t1 += t3;
    }
  }
  return t1;
}

[[gnu::visibility("hidden")]]
inline std::tuple<double, std::int64_t>
    recursion_in_a_loop_of_products_value_and_grad_products_kept(const tlaloc::Vector<double>& x0,
    std::int64_t x1, std::int64_t i, tlaloc::Vector<std::int64_t>& ends,
    tlaloc::Vector<double>& ys) {
  const std::int64_t n = x0.size(0);
  const std::int64_t activations = ends.size(0);
  tlaloc::generated::check_size(ys.size(0), activations, "call", "axis 0 of ys is not activations",
      "size.c1");
  std::int64_t t0 = i + 1;
  const bool t1 = x1 == 0;
  double t2;
  if (t1) {
    t2 = 1.0;
  } else {
    const std::int64_t t3 = x1 - 1;
    t2 = 1.0;
    const auto x0_data = x0.span();
    for (std::int64_t i2 = 0; i2 < n; ++i2) {
      auto [t4, t5] =
          recursion_in_a_loop_of_products_value_and_grad_products_kept(x0, t3, t0, ends, ys);
      t0 = std::move(t5);
      const double t6 = x0_data[i2];
      const double t7 = t6 * t4;
      const double t8 = 1.0 + t7;
      t2 *= t8;
    }
  }
  ends.set(t0, i);
  ys.set(t2, i);
  return {t2, t0};
}

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    recursion_in_a_loop_of_products_value_and_grad(std::span<const double> x0, std::int64_t x1) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 =
      recursion_in_a_loop_of_products_value_and_grad_products_counted(tlaloc::from(x0), x1);
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  const std::int64_t turns = tlaloc::generated::size(t2);
  auto t3 = tlaloc::broadcast(std::int64_t{0}, {turns}, {});
  auto t4 = tlaloc::broadcast(0.0, {turns}, {});
  const auto [t5, t6] =
      recursion_in_a_loop_of_products_value_and_grad_products_kept(tlaloc::from(x0), x1,
      std::int64_t{0}, t3, t4);
  auto dx0 = tlaloc::broadcast(0.0, {n}, {});
  recursion_in_a_loop_of_products_value_and_grad_products_vjp(tlaloc::from(x0), x1, std::int64_t{0},
      t3, t4, 1.0, dx0);
  return {t5, tlaloc::to_vector(dx0)};
}

}
}  // namespace tlaloc_gen
