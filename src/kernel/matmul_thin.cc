// See matmul_thin.h. Blocks of a fixed width keep their sums in registers.
#include "kernel/matmul_thin.h"

#include <algorithm>
#include <cstdint>

#include "kernel/clones.h"

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kMost = std::size_t(1) << 15;  // multiplications

/// Eight elements side by side, for loops that the compiler would turn inside out.
constexpr std::size_t kBlock = 8;
using Block [[gnu::vector_size(4 * kBlock)]] = float;
using Bits [[gnu::vector_size(4 * kBlock)]] = std::int32_t;
using AnywhereBlock [[gnu::vector_size(4 * kBlock), gnu::aligned(4), gnu::may_alias]] = float;

/// The eight elements from here on. Blocks travel by reference: how they would be passed by value
/// depends on the clone.
[[gnu::always_inline]] inline const AnywhereBlock& block_at(const float* x) {
  return *reinterpret_cast<const AnywhereBlock*>(x);
}
[[gnu::always_inline]] inline AnywhereBlock& block_at(float* y) {
  return *reinterpret_cast<AnywhereBlock*>(y);
}

/// y[0..kWidth) = Σ_p x[p] w[p, 0..kWidth), summed in the order of p; rows of w are `step` apart.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void block(const float* x, const float* w, std::size_t k,
                                         std::size_t step, float* y) {
  float sum[kWidth] = {};
  for (std::size_t p = 0; p < k; ++p)
    for (std::size_t j = 0; j < kWidth; ++j) sum[j] += x[p] * w[p * step + j];
  std::copy_n(sum, kWidth, y);
}

/// The same for 8 <= n <= 16: two blocks of 8 that may overlap. Four rows of w at once, whose sums
/// meet at the end: a sum waits for its last term.
[[gnu::always_inline]] inline void two_blocks(const float* x, const float* w, std::size_t k,
                                              std::size_t n, std::size_t step, float* y) {
  const std::size_t last = n - kBlock;
  Block low[4] = {}, high[4] = {};
  std::size_t p = 0;
  for (; p + 4 <= k; p += 4)
    for (std::size_t i = 0; i < 4; ++i) {
      const float* row = w + (p + i) * step;
      low[i] += x[p + i] * block_at(row), high[i] += x[p + i] * block_at(row + last);
    }
  for (; p < k; ++p)
    low[0] += x[p] * block_at(w + p * step), high[0] += x[p] * block_at(w + p * step + last);
  block_at(y) = (low[0] + low[1]) + (low[2] + low[3]);
  block_at(y + last) = (high[0] + high[1]) + (high[2] + high[3]);
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

/// y[i]: the sum of the lanes of row i, in a tree.
[[gnu::always_inline]] inline void sum_lanes(const Block (&row)[kBlock], float* y) {
  Block pair[4], four[2];
  for (int i = 0; i < 4; ++i)
    pair[i] = __builtin_shufflevector(row[2 * i], row[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13) +
              __builtin_shufflevector(row[2 * i], row[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  for (int i = 0; i < 2; ++i)
    four[i] = __builtin_shufflevector(pair[2 * i], pair[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
              __builtin_shufflevector(pair[2 * i], pair[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
  block_at(y) = __builtin_shufflevector(four[0], four[1], 0, 1, 2, 3, 8, 9, 10, 11) +
                __builtin_shufflevector(four[0], four[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

/// y[j] = Σ_p w[j, p] x[p] for eight rows of 8 <= k elements, in blocks of which the last may
/// overlap the one before it: what that has summed is masked.
[[gnu::always_inline]] inline void eight_dots(const float* w, const float* x, std::size_t k,
                                              const Bits& fresh, float* y) {
  Block sum[kBlock] = {};
  std::size_t p = 0;
  for (; p + kBlock <= k; p += kBlock)
    for (std::size_t i = 0; i < kBlock; ++i) sum[i] += block_at(w + i * k + p) * block_at(x + p);
  if (p < k)
    for (std::size_t i = 0; i < kBlock; ++i) {
      const Block term = block_at(w + (i + 1) * k - kBlock) * block_at(x + k - kBlock);
      sum[i] += reinterpret_cast<Block>(reinterpret_cast<Bits>(term) & fresh);
    }
  sum_lanes(sum, y);
}

/// y[j] = Σ_p w[j, p] x[p]. Where rows are short, eight at once; the last eight may compute again
/// what others did.
TLALOC_CLONES void dot_rows(const float* w, const float* x, std::size_t n, std::size_t k,
                            float* y) {
  constexpr std::size_t kShort = 32;
  if (kBlock <= k && k < kShort && kBlock <= n) {
    Bits fresh{};
    for (std::size_t i = 0; i < k % kBlock; ++i) fresh[kBlock - 1 - i] = -1;
    for (std::size_t j = 0; j + kBlock <= n; j += kBlock) eight_dots(w + j * k, x, k, fresh, y + j);
    return eight_dots(w + (n - kBlock) * k, x, k, fresh, y + n - kBlock);
  }
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
/// may overlap.
TLALOC_CLONES void outer(const float* a, const float* b, std::size_t m, std::size_t n, float* y) {
  if (n < kBlock || n >= 2 * kBlock) {
    for (std::size_t i = 0; i < m; ++i, y += n)
      for (std::size_t j = 0; j < n; ++j) y[j] = 0.0f + a[i] * b[j];
    return;
  }
  const Block low = block_at(b), high = block_at(b + n - kBlock);
  for (std::size_t i = 0; i < m; ++i, y += n) {
    block_at(y) = 0.0f + a[i] * low;
    block_at(y + n - kBlock) = 0.0f + a[i] * high;
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
