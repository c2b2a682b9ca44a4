#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<tlaloc::Matrix<double>, tlaloc::Vector<double>>>
    reshape_grad(const tlaloc::Matrix<double>& x0, const tlaloc::Vector<double>& x1) {
  const std::int64_t n = x0.size(0);
  tlaloc::generated::check_size(x1.size(0), 3 * n, "call", "axis 0 of x1 is not 3*n", "size.c1");
  auto t0 = tlaloc::reshape(x0, {3 * n});
  const auto t1 = t0 * x1;
  const double t2 = tlaloc::sum(t1);
  auto t3 = tlaloc::reshape(x1, {n, 3});
  return {t2,
      std::tuple<tlaloc::Matrix<double>, tlaloc::Vector<double>>{std::move(t3), std::move(t0)}};
}

}
}  // namespace tlaloc_gen
