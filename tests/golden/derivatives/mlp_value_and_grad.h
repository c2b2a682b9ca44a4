#include <tlaloc/gen.h>
#include <tlaloc/tensor_map.h>

namespace tlaloc_gen {
inline namespace v0_1 {

template <class Mlp>
[[gnu::visibility("hidden")]]
inline std::pair<double, Mlp>
    mlp_value_and_grad(const Mlp& model, const tlaloc::Matrix<double>& x,
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
  const auto [t2, t3] = tlaloc::generated::map<double, bool>(
      [](const auto& t0_i, const auto& b_i, auto& y_i, auto& y_i2) TLALOC_LANE_BODY {
        const auto t1 = t0_i + b_i;
        y_i = relu(t1);
        y_i2 = y_i > 0.0;
      },
      std::move(t0), model.l1.b);
  auto t4 = tlaloc::matmul(t2, model.l2.w);
  const auto [t7, t8] = tlaloc::generated::map<double, double>(
      [](const auto& t4_i, const auto& b_i, const auto& target_i, auto& y_i,
          auto& y_i2) TLALOC_LANE_BODY {
        const auto t5 = t4_i + b_i;
        const auto t6 = t5 - target_i;
        y_i = t6 * t6;
        y_i2 = t6 + t6;
      },
      std::move(t4), model.l2.b, target);
  const double t9 = tlaloc::sum(t7);
  auto t10 = tlaloc::contract(t8, model.l2.w, tlaloc::axes<1>, tlaloc::axes<1>);
  auto t11 = tlaloc::contract(t2, t8, tlaloc::axes<0>, tlaloc::axes<0>);
  auto t12 = tlaloc::sum<0>(t8);
  const auto t13 = tlaloc::generated::map<double>(
      [](const auto& t3_i, const auto& t10_i, auto& y_i) TLALOC_LANE_BODY {
        y_i = where(t3_i, t10_i, 0.0);
      },
      t3, std::move(t10));
  auto t14 = tlaloc::contract(x, t13, tlaloc::axes<0>, tlaloc::axes<0>);
  auto t15 = tlaloc::sum<0>(t13);
  return {t9, Mlp{{std::move(t14), std::move(t15)}, {std::move(t11), std::move(t12)}, model.seed}};
}

}
}  // namespace tlaloc_gen
