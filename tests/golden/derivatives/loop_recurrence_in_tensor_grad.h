#include <tlaloc/gen.h>

namespace tlaloc_gen {
inline namespace v0_1 {

[[gnu::visibility("hidden")]]
inline std::vector<double> loop_recurrence_in_tensor_grad(std::span<const double> x0) {
  const std::int64_t n = std::ssize(x0);
  const std::int64_t t0 = n - 1;
  const bool t1 = t0 > 0;
  const std::int64_t t2 = t1 ? t0 : 0;
  auto t3 = std::vector<double>(x0.begin(), x0.end());
  auto t4 = tlaloc::generated::Room<double>(t2);
  auto t5 = tlaloc::generated::Room<double>(t2);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t6 = t3[i + 1];
    t4[i] = t6;
    const double t7 = t3[i];
    t5[i] = t7;
    const double t8 = t7 * t6;
    t3[i + 1] = t8;
  }
  auto t9 = std::vector<double>(n, 1.0);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    const double t10 = t4[n - i - 2];
    const double t11 = t5[n - i - 2];
    const double t12 = t9[n - i - 1];
    t9[n - i - 1] = 0.0;
    const double t13 = t12 * t10;
    const double t14 = t12 * t11;
    t9[n - i - 2] += t13;
    t9[n - i - 1] += t14;
  }
  return t9;
}

}
}  // namespace tlaloc_gen
