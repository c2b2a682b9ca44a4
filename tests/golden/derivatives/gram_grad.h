#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::pair<double, tlaloc::Matrix<double>> gram_grad(const tlaloc::Matrix<double>& x0) {
  const std::int64_t m = x0.size(1);
  auto t0 = tlaloc::contract(x0, x0, tlaloc::axes<0>, tlaloc::axes<0>);
  const auto t1 = tlaloc::tanh(std::move(t0));
  auto t2 = t1 * t1;
  const double t3 = tlaloc::sum(t2);
  auto t4 = tlaloc::broadcast(1.0, {m, m}, {});
  auto t5 = t1 + t1;
  auto t6 = std::move(t4) - std::move(t2);
  const auto t7 = std::move(t5) * std::move(t6);
  auto t8 = tlaloc::contract(x0, t7, tlaloc::axes<1>, tlaloc::axes<1>);
  auto t9 = tlaloc::matmul(x0, t7);
  auto t10 = std::move(t8) + std::move(t9);
  return {t3, std::move(t10)};
}

}
}  // namespace tlaloc_gen
