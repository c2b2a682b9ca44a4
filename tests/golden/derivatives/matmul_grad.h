#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline tlaloc::Matrix<double> matmul_grad(const tlaloc::Matrix<double>& x0) {
  const std::int64_t n = x0.size(0);
  tlaloc::generated::check_size(x0.size(1), n, "call", "axis 1 of x0 is not n", "size.c1");
  auto t0 = tlaloc::broadcast(1.0, {n, n}, {});
  auto t1 = tlaloc::contract(t0, x0, tlaloc::axes<1>, tlaloc::axes<1>);
  auto t2 = tlaloc::contract(x0, std::move(t0), tlaloc::axes<0>, tlaloc::axes<0>);
  const auto t3 = std::move(t1) + std::move(t2);
  return t3;
}

}
}  // namespace tlaloc_gen
