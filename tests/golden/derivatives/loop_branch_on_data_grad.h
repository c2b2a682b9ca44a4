#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_branch_on_data_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t0 = x0[i];
    const bool t1 = t0 > 0.555;
    double t2;
    if (t1) {
      t2 = t0 + t0;
    } else {
      t2 = 0.0;
    }
    dx0[i] = t2;
  }
  return dx0;
}

}
}  // namespace tlaloc_gen
