// tanh(x*w + b) * exp(-x) as one fused map, one thread: against a loop that only moves the memory,
// and against scalar libm.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <vector>

#include "ratio.h"

using namespace tlaloc;
using bench::compare;
using bench::keep;

namespace {

Vector<float> numbers(std::int64_t n, std::uint64_t seed) { return uniform<float>(Key(seed), n); }

}  // namespace

int main() {
  set_threads(1);
  const auto f = fused([](const Vector<float>& x, const Vector<float>& w, const Vector<float>& b) {
    return tanh(x * w + b) * exp(-x);
  });
  {
    const std::int64_t n = 16 << 20;
    const Vector<float> x = numbers(n, 1), w = numbers(n, 2), b = numbers(n, 3);
    Vector<float> y = zeros_like(x);
    const auto move = [&] {
      const float *p = x.data(), *q = w.data(), *r = b.data();
      float* to = y.mutable_span().data();
      for (std::int64_t i = 0; i < n; ++i) to[i] = p[i] + q[i] + r[i];
      keep(to[0]);
    };
    bench::print("fused_map_16M_over_3_reads_1_write",
                 compare([&] { keep(f(x, w, b).data()[0]); }, move, 7), 1.4);
  }
  const std::int64_t n = 4096;
  const Vector<float> x = numbers(n, 1), w = numbers(n, 2), b = numbers(n, 3);
  std::vector<float> y(n);
  const auto libm = [&] {
    for (std::int64_t i = 0; i < n; ++i)
      y[i] = std::tanh(x.data()[i] * w.data()[i] + b.data()[i]) * std::exp(-x.data()[i]);
    keep(y[0]);
  };
  bench::print("fused_map_4096_over_libm", compare([&] { keep(f(x, w, b).data()[0]); }, libm), 0.1);
}
