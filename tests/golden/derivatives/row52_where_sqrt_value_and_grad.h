#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::vector<double>>
    row52_where_sqrt_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = tlaloc::sqrt(tlaloc::from(x0));
  auto t1 = tlaloc::broadcast(0.0, {n}, {});
  const auto t2 = tlaloc::from(x0) > t1;
  const auto t3 = tlaloc::where(t2, t0, tlaloc::from(x0));
  const double t4 = tlaloc::sum(t3);
  auto t5 = tlaloc::broadcast(1.0, {n}, {});
  auto t6 = tlaloc::where(t2, t5, t1);
  auto t7 = tlaloc::where(t2, std::move(t1), std::move(t5));
  auto t8 = tlaloc::broadcast(0.5, {n}, {});
  auto t9 = std::move(t8) / std::move(t0);
  auto t10 = tlaloc::mul_masked(std::move(t6), std::move(t9));
  const auto t11 = std::move(t7) + std::move(t10);
  return {t4, tlaloc::to_vector(t11)};
}

}
}  // namespace tlaloc_gen
