#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::tuple<tlaloc::Vector<double>, tlaloc::Vector<double>>>
    slice_grad(const tlaloc::Vector<double>& x0, const tlaloc::Vector<double>& x1) {
  const std::int64_t n = x1.size(0);
  tlaloc::generated::check_size(x0.size(0), n + 2, "call", "axis 0 of x0 is not n + 2", "size.c1");
  auto t0 = tlaloc::slice<0>(x0, 1, n + 1);
  const auto t1 = t0 * x1;
  const double t2 = tlaloc::sum(t1);
  auto t3 = tlaloc::pad(x1, {1}, {1}, {n + 2});
  return {t2,
      std::tuple<tlaloc::Vector<double>, tlaloc::Vector<double>>{std::move(t3), std::move(t0)}};
}

}
}  // namespace tlaloc_gen
