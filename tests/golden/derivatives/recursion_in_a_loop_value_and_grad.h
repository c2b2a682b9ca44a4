#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double recursion_in_a_loop_value_and_grad_sums_vjp(const tlaloc::Vector<double>& x0,
    std::int64_t x1, double dy, tlaloc::Vector<double>& dx0);

[[gnu::visibility("hidden")]]
inline double recursion_in_a_loop_value_and_grad_sums_vjp(const tlaloc::Vector<double>& x0,
    std::int64_t x1, double dy, tlaloc::Vector<double>& dx0) {
  const std::int64_t n = x0.size(0);
  tlaloc::generated::check_size(dx0.size(0), n, "call", "axis 0 of dx0 is not n", "size.c1");
  const bool t0 = x1 == 0;
  double t1;
  if (t0) {
    t1 = 1.0;
  } else {
    double t2 = 1.0;
    t1 = 0.0;
    double t3 = 1.0;
    const auto x0_data = x0.span();
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t t4 = i + x1;
      const std::int64_t t5 = t4 % 3;
      const bool t6 = t5 == 0;
      double t7;
      if (t6) {
        t7 = t2;
      } else {
        t7 = 0.0 - t2;
      }
      if (!t6) {
        const std::int64_t t8 = x1 - 1;
        const double t9 = x0_data[i];
        const double t10 = t3 * t9;
        t3 = 0.0 - t3;
        const double t11 = t2 * t9;
        const double t12 = dy * t11;
        const double t13 = recursion_in_a_loop_value_and_grad_sums_vjp(x0, t8, t12, dx0);
        const double t14 = t10 * t13;
        t1 += t14;
        const double t15 = dy * t13;
        const double t16 = t15 * t2;
        dx0.set(dx0(i) + t16, i);
      }
      t2 = t7;
    }
  }
  return t1;
}

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    recursion_in_a_loop_value_and_grad(std::span<const double> x0, std::int64_t x1) {
  const std::int64_t n = std::ssize(x0);
  auto dx0 = tlaloc::broadcast(0.0, {n}, {});
  const double t0 = recursion_in_a_loop_value_and_grad_sums_vjp(tlaloc::from(x0), x1, 1.0, dx0);
  return {t0, tlaloc::to_vector(dx0)};
}

}
}  // namespace tlaloc_gen
