#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_first_turn_goes_another_way_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const bool t0 = n > 0;
  auto dx0 = std::vector<double>(n);
  if (t0) {
    dx0[tlaloc::generated::index(0, n)] += 1.0;
  }
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t1 = x0[i];
    const double t2 = tlaloc::sin(t1);
    const double t3 = x0[i + 1];
    dx0[i + 1] += t2;
    const double t4 = tlaloc::cos(t1);
    const double t5 = t3 * t4;
    dx0[i] += t5;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
