#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double maps_fused(const tlaloc::Matrix<double>& x0, const tlaloc::Matrix<double>& x1,
    const tlaloc::Vector<double>& x2) {
  const std::int64_t n = x0.size(0);
  const std::int64_t m = x0.size(1);
  tlaloc::generated::check_size(x1.size(0), n, "call", "axis 0 of x1 is not n", "size.c1");
  tlaloc::generated::check_size(x1.size(1), m, "call", "axis 1 of x1 is not m", "size.c1");
  tlaloc::generated::check_size(x2.size(0), m, "call", "axis 0 of x2 is not m", "size.c1");
  const auto t5 = tlaloc::generated::map<double>(
      [](const auto& x0_i, const auto& x1_i, const auto& x2_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t0 = x0_i * x1_i;
        const auto t1 = t0 + x2_i;
        const auto t2 = 0.0 - x0_i;
        const auto t3 = exp(t2);
        const auto t4 = tanh(t1);
        y_i = t4 * t3;
      },
      x0, x1, x2);
  const double t6 = tlaloc::sum(t5);
  return t6;
}

}
}  // namespace tlaloc_gen
