#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_elementwise_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t0 = x0[i];
    const double t1 = tlaloc::tanh(t0);
    const double t2 = t1 * t1;
    const double t3 = 1.0 - t2;
    dx0[i] = t3;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
