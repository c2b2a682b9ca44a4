#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::tuple<std::vector<double>, std::vector<double>>
    loop_dot_grad(std::span<const double> x0, std::span<const double> x1) {
  const std::int64_t n = std::ssize(x0);
  tlaloc::generated::check_size(std::ssize(x1), n, "call", "the length of x1 is not n", "size.c1");
  auto dx1 = std::vector<double>(n);
  auto dx0 = std::vector<double>(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double t0 = x1[i];
    const double t1 = x0[i];
    dx0[i] = t0;
    dx1[i] = t1;
  }
  return {std::move(dx0), std::move(dx1)};
}

}
}  // namespace tlaloc_gen
