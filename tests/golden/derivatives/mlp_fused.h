#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

template <class Mlp>
[[gnu::visibility("hidden")]]
inline double mlp_fused(const Mlp& model, const tlaloc::Matrix<double>& x,
    const tlaloc::Matrix<double>& target) {
  const std::int64_t n = model.l1.w.size(0);
  const std::int64_t m = model.l1.w.size(1);
  const std::int64_t k = x.size(0);
  tlaloc::generated::check_size(model.l1.b.size(0), m, "call", "axis 0 of model.l1.b is not m",
      "size.c1");
  tlaloc::generated::check_size(model.l2.w.size(0), m, "call", "axis 0 of model.l2.w is not m",
      "size.c1");
  tlaloc::generated::check_size(x.size(1), n, "call", "axis 1 of x is not n", "size.c1");
  tlaloc::generated::check_size(target.size(0), k, "call", "axis 0 of target is not k", "size.c1");
  auto t0 = tlaloc::matmul(x, model.l1.w);
  const auto t2 = tlaloc::generated::map<double>(
      [](const auto& t0_i, const auto& b_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t1 = t0_i + b_i;
        y_i = relu(t1);
      },
      std::move(t0), model.l1.b);
  auto t3 = tlaloc::matmul(t2, model.l2.w);
  const auto t6 = tlaloc::generated::map<double>(
      [](const auto& t3_i, const auto& b_i, const auto& target_i, auto& y_i) TLALOC_LANE_BODY {
        const auto t4 = t3_i + b_i;
        const auto t5 = t4 - target_i;
        y_i = t5 * t5;
      },
      std::move(t3), model.l2.b, target);
  const double t7 = tlaloc::sum(t6);
  return t7;
}

}
}  // namespace tlaloc_gen
