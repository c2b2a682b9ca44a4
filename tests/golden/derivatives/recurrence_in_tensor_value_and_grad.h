#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::pair<double, std::vector<double>>
    recurrence_in_tensor_value_and_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 = n - 1;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  auto t3 = tlaloc::from(x0);
  auto t4 = tlaloc::generated::Room<double>(t2);
  auto t5 = tlaloc::generated::Room<double>(t2);
  const auto t3_data = t3.mutable_span();
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t6 = t3_data[i + 1];
    t4[i] = t6;
    const double t7 = t3_data[i];
    t5[i] = t7;
    const double t8 = t7 * t6;
    t3_data[i + 1] = t8;
  }
  const double t9 = tlaloc::sum(t3);
  const double t10 = t3(n - 1);
  const double t11 = t10 + t9;
  auto t12 = std::vector<double>(n, 1.0);
  t12[tlaloc::generated::index(n - 1, n)] += 1.0;
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t13 = t4[n - i - 2];
    const double t14 = t5[n - i - 2];
    const double t15 = t12[n - i - 1];
    t12[n - i - 1] = 0.0;
    const double t16 = t15 * t13;
    const double t17 = t15 * t14;
    t12[n - i - 2] += t16;
    t12[n - i - 1] += t17;
  }
  return {t11, std::move(t12)};
}

}
}  // namespace tlaloc_gen
