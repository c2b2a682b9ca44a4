#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::tuple<tlaloc::Vector<double>, tlaloc::Matrix<double>>>
    broadcast_grad(const tlaloc::Vector<double>& x0, const tlaloc::Matrix<double>& x1) {
  const std::int64_t m = x0.size(0);
  const std::int64_t n = x1.size(0);
  tlaloc::gen::check_size(x1.size(1), m, "main", "axis 1 of x1 is not m", "size.c1");
  auto t0 = tlaloc::broadcast(x0, {n, m}, {1});
  const auto t1 = t0 * x1;
  const double t2 = tlaloc::sum(t1);
  auto t3 = tlaloc::sum<0>(x1);
  return {t2,
      std::tuple<tlaloc::Vector<double>, tlaloc::Matrix<double>>{std::move(t3), std::move(t0)}};
}

}
}  // namespace tlaloc_gen
