#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_two_loops_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  double t0 = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double t1 = x0[i];
    t0 += t1;
  }
  auto dx0 = std::vector<double>(n);
  double t2 = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double t3 = x0[i];
    const double t4 = t3 - t0;
    const double t5 = t4 + t4;
    t2 -= t5;
    dx0[i] = t5;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    dx0[i] += t2;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
