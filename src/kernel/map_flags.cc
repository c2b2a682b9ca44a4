// Compiled several times under different flags; map_flags_test.cc compares what they compute.
#include <tlaloc/map.h>

namespace tlaloc::kernel_flags {

using detail::In;
using detail::Out;

void TLALOC_FLAGS(const float* x, const float* w, const float* b, float* y, std::size_t n) {
  detail::map_buffers(
      [](const auto& x, const auto& w, const auto& b, auto& y) TLALOC_LANE_BODY {
        auto t = x * w + b;  // contracted, this would differ
        auto u = where(t != t, 0.5f, tanh(t) * exp(-x));
        auto v = sigmoid(u) + log(abs(w)) / (x + 3.0f) - (x + 1e8f - 1e8f);
        y = max(v, sin(t)) + min(pow(abs(w), x), 100.0f) * where(b < 0.0f, sqrt(abs(x)), -0.0f);
      },
      {1, n}, In<float>{x}, In<float>{w}, In<float>{b}, Out<float>{y});
}

void TLALOC_FLAGS(const double* x, const double* w, double* y, bool* m, std::size_t n) {
  detail::map_buffers(
      [](const auto& x, const auto& w, auto& y, auto& m) TLALOC_LANE_BODY {
        auto t = x * w + 0.1;
        y = tanh(t) * exp(-x) + cos(w) - log1p(abs(x)) + pow(abs(x), w) / (x - x * 3.0);
        m = (t > 0.25) & !(y == y);
      },
      {1, n}, In<double>{x}, In<double>{w}, Out<double>{y}, Out<bool>{m});
}

}  // namespace tlaloc::kernel_flags
