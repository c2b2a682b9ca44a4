// See matmul_thin.h. Blocks of a fixed width keep their sums in registers.
#include "kernel/matmul_thin.h"

#include <algorithm>

#include "kernel/clones.h"

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kMost = std::size_t(1) << 15;  // multiplications

/// y[0..kWidth) = Σ_p x[p] w[p, 0..kWidth), summed in the order of p; rows of w are `step` apart.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void block(const float* x, const float* w, std::size_t k,
                                         std::size_t step, float* y) {
  float sum[kWidth] = {};
  for (std::size_t p = 0; p < k; ++p)
    for (std::size_t j = 0; j < kWidth; ++j) sum[j] += x[p] * w[p * step + j];
  std::copy_n(sum, kWidth, y);
}

/// The same for 8 <= n <= 16: two blocks of 8 that may overlap, so that neither waits for the
/// other.
[[gnu::always_inline]] inline void two_blocks(const float* x, const float* w, std::size_t k,
                                              std::size_t n, std::size_t step, float* y) {
  constexpr std::size_t kWidth = 8;
  const std::size_t last = n - kWidth;
  float low[kWidth] = {}, high[kWidth] = {};
  for (std::size_t p = 0; p < k; ++p)
    for (std::size_t j = 0; j < kWidth; ++j) {
      low[j] += x[p] * w[p * step + j];
      high[j] += x[p] * w[p * step + last + j];
    }
  std::copy_n(low, kWidth, y);
  std::copy_n(high, kWidth, y + last);
}

/// y[0..n) = Σ_p x[p] w[p, 0..n). The last block may compute again what the one before it did.
TLALOC_CLONES void combine_rows(const float* x, const float* w, std::size_t k, std::size_t n,
                                float* y) {
  std::size_t j = 0;
  for (; j + 64 <= n; j += 64) block<64>(x, w + j, k, n, y + j);
  for (; j + 16 <= n; j += 16) block<16>(x, w + j, k, n, y + j);
  if (j < n && n >= 8) {
    j = std::min(j, n - 8);
    return two_blocks(x, w + j, k, n - j, n, y + j);
  }
  for (; j < n; ++j) block<1>(x, w + j, k, n, y + j);
}

/// Σ_p w[p] x[p], in sixteen partial sums, then the rest in order.
[[gnu::always_inline]] inline float dot(const float* w, const float* x, std::size_t k) {
  constexpr std::size_t kWidth = 16;
  float sum[kWidth] = {};
  std::size_t p = 0;
  for (; p + kWidth <= k; p += kWidth)
    for (std::size_t i = 0; i < kWidth; ++i) sum[i] += w[p + i] * x[p + i];
  for (std::size_t half = kWidth / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) sum[i] += sum[i + half];
  for (; p < k; ++p) sum[0] += w[p] * x[p];
  return sum[0];
}

/// y[j] = Σ_p w[j, p] x[p]. Where rows are short, four at once: a sum waits for its last term.
TLALOC_CLONES void dot_rows(const float* w, const float* x, std::size_t n, std::size_t k,
                            float* y) {
  constexpr std::size_t kShort = 32;
  std::size_t j = 0;
  for (; k < kShort && j + 4 <= n; j += 4, w += 4 * k) {
    float a = 0, b = 0, c = 0, d = 0;
    for (std::size_t p = 0; p < k; ++p) {
      a += w[p] * x[p];
      b += w[k + p] * x[p];
      c += w[2 * k + p] * x[p];
      d += w[3 * k + p] * x[p];
    }
    y[j] = a, y[j + 1] = b, y[j + 2] = c, y[j + 3] = d;
  }
  for (; j < n; ++j, w += k) y[j] = dot(w, x, k);
}

/// y[i, j] = a[i] b[j]; a sum of one term begins with 0 as all do. Short rows are two blocks that
/// may overlap, spelled as vectors: the compiler would turn the loops over rows inside out.
TLALOC_CLONES void outer(const float* a, const float* b, std::size_t m, std::size_t n, float* y) {
  using Block [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = float;
  constexpr std::size_t kBlock = 8;
  if (n < kBlock || n >= 2 * kBlock) {
    for (std::size_t i = 0; i < m; ++i, y += n)
      for (std::size_t j = 0; j < n; ++j) y[j] = 0.0f + a[i] * b[j];
    return;
  }
  const auto* low = reinterpret_cast<const Block*>(b);
  const auto* high = reinterpret_cast<const Block*>(b + n - kBlock);
  for (std::size_t i = 0; i < m; ++i, y += n) {
    *reinterpret_cast<Block*>(y) = 0.0f + a[i] * *low;
    *reinterpret_cast<Block*>(y + n - kBlock) = 0.0f + a[i] * *high;
  }
}

}  // namespace

bool is_thin(const MatmulShape& s) noexcept {
  return s.batch == 1 && std::min({s.m, s.n, s.k}) == 1 && s.m * s.n * s.k <= kMost;
}

void thin_product(const MatmulShape& s, const float* a, const float* b, float* c) noexcept {
  if (s.k == 1) return outer(a, b, s.m, s.n, c);
  if (s.m == 1)
    return s.b_transposed || s.n == 1 ? dot_rows(b, a, s.n, s.k, c)
                                      : combine_rows(a, b, s.k, s.n, c);
  return s.a_transposed ? combine_rows(b, a, s.k, s.m, c) : dot_rows(a, b, s.m, s.k, c);
}

}  // namespace tlaloc::kernel
