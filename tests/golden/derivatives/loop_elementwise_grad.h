#include <tlaloc/gen.h>

namespace [[gnu::visibility("hidden")]] tlaloc_gen {
inline namespace v0_1 {

inline std::vector<double> loop_elementwise_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto t0 = std::vector<double>(n, 1.0);
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[n - i - 1];
    const double t2 = tlaloc::tanh(t1);
    const double t3 = t0[n - i - 1];
    t0[n - i - 1] = 0.0;
    const double t4 = t2 * t2;
    const double t5 = 1.0 - t4;
    const double t6 = t3 * t5;
    dx0[n - i - 1] += t6;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
