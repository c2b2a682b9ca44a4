#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double,
    std::tuple<tlaloc::Vector<double>, tlaloc::Vector<double>, tlaloc::Vector<double>>>
    concat_grad(const tlaloc::Vector<double>& x0, const tlaloc::Vector<double>& x1,
    const tlaloc::Vector<double>& x2) {
  const std::int64_t n = x0.size(0);
  const std::int64_t m = x1.size(0);
  tlaloc::generated::check_size(x2.size(0), m + n, "call", "axis 0 of x2 is not m + n", "size.c1");
  auto t0 = tlaloc::concat<0>(x0, x1);
  const auto t1 = t0 * x2;
  const double t2 = tlaloc::sum(t1);
  auto t3 = tlaloc::slice<0>(x2, 0, n);
  auto t4 = tlaloc::slice<0>(x2, n, m + n);
  return {t2,
      std::tuple<tlaloc::Vector<double>, tlaloc::Vector<double>,
      tlaloc::Vector<double>>{std::move(t3), std::move(t4), std::move(t0)}};
}

}
}  // namespace tlaloc_gen
