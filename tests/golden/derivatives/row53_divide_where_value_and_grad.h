#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, std::vector<double>>
    row53_divide_where_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = tlaloc::broadcast(0.0, {n}, {});
  auto t1 = t0;
  t1.set(2.0, 1);
  t1.set(0.0, 0);
  auto t2 = tlaloc::from(x0) / t1;
  const auto t3 = t1 > t0;
  const auto t4 = tlaloc::where(t3, std::move(t2), t0);
  const double t5 = tlaloc::sum(t4);
  auto t6 = tlaloc::broadcast(1.0, {n}, {});
  auto t7 = tlaloc::where(t3, t6, std::move(t0));
  auto t8 = std::move(t6) / std::move(t1);
  const auto t9 = tlaloc::mul_masked(std::move(t7), std::move(t8));
  return {t5, tlaloc::to_vector(t9)};
}

}
}  // namespace tlaloc_gen
