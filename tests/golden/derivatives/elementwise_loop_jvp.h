#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline double elementwise_loop_jvp(std::span<const double> x0, std::span<const double> dx0) {
  const std::int64_t n = std::ssize(x0);
  tlaloc::generated::check_size(std::ssize(dx0), n, "call", "the length of dx0 is not n",
      "size.c1");
  auto t0 = tlaloc::broadcast(0.0, {n}, {});
  auto t1 = tlaloc::broadcast(0.0, {n}, {});
  const auto t0_data = t0.mutable_span();
  const auto t1_data = t1.mutable_span();
  for (std::int64_t i = 0; i < n; ++i) {
    const double t2 = x0[i];
    const double t3 = dx0[i];
    const double t4 = tlaloc::sin(t2);
    const double t5 = tlaloc::cos(t2);
    const double t6 = t3 * t5;
    const double t7 = t4 * t2;
    const double t8 = t6 * t2;
    const double t9 = t3 * t4;
    const double t10 = t8 + t9;
    t0_data[i] = t7;
    t1_data[i] = t10;
  }
  const auto t12 = tlaloc::generated::map<double>(
      [](const auto& t1_i, const auto& t0_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t11 = t1_i * t0_i;
        y_i = t11 + t11;
      },
      std::move(t1), std::move(t0));
  const double t13 = tlaloc::sum(t12);
  return t13;
}

}
}  // namespace tlaloc_gen
