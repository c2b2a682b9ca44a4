// See matmul.h. Chooses by shape: own loops for small products and for integers, a library else.
#include "kernel/matmul.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <tlaloc/map.h>

#include "kernel/clones.h"
#include "kernel/matmul_libraries.h"
#include "kernel/matmul_thin.h"
#include "kernel/parallel.h"
#include "kernel/scratch.h"

namespace tlaloc::kernel {
namespace {

/// Integers are multiplied as unsigned: they wrap.
template <class T, bool = std::is_integral_v<T>>
struct WrappingOf {
  using type = T;
};
template <class T>
struct WrappingOf<T, true> {
  using type = std::make_unsigned_t<T>;
};
template <class T>
using Wrapping = typename WrappingOf<T>::type;

/// y[0..n) += x * w[0..n).
template <class U>
inline void add_scaled(U* y, U x, const U* w, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) y[j] = U(y[j] + U(x * w[j]));
}

/// Rows [row, row_end) of C += op(A) B, plain loops; B not transposed. Each element of C is summed
/// in the order of k.
template <class U>
void loop_rows(const MatmulShape& s, const U* a, const U* b, U* c, std::size_t row,
               std::size_t row_end) {
  const std::size_t a_row = s.a_transposed ? 1 : s.k, a_col = s.a_transposed ? s.m : 1;
  for (std::size_t i = row; i < row_end; ++i)
    for (std::size_t p = 0; p < s.k; ++p)
      add_scaled(c + i * s.n, a[i * a_row + p * a_col], b + p * s.n, s.n);
}
TLALOC_CLONES void rows_of(const MatmulShape& s, const float* a, const float* b, float* c,
                           std::size_t row, std::size_t row_end) {
  loop_rows(s, a, b, c, row, row_end);
}
TLALOC_CLONES void rows_of(const MatmulShape& s, const double* a, const double* b, double* c,
                           std::size_t row, std::size_t row_end) {
  loop_rows(s, a, b, c, row, row_end);
}
template <class U>
void rows_of(const MatmulShape& s, const U* a, const U* b, U* c, std::size_t row,
             std::size_t row_end) {
  loop_rows(s, a, b, c, row, row_end);
}

template <class U>
void straighten(const U* b, U* to, std::size_t k, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t p = 0; p < k; ++p) to[p * n + j] = b[j * k + p];
}

/// One matrix by plain loops, rows in parallel blocks. C holds what is added to.
template <class U>
void loop_matrix(const MatmulShape& s, const U* a, const U* b, U* c) {
  const bool turn = s.b_transposed && s.n > 1;
  Scratch<U> turned(turn ? s.k * s.n : 0);
  if (turn) straighten(b, turned.data, s.k, s.n), b = turned.data;
  const std::size_t rows = std::max<std::size_t>(1, 65536 / std::max<std::size_t>(s.n * s.k, 1));
  parallel_for((s.m + rows - 1) / rows, [&](std::size_t i) {
    rows_of(s, a, b, c, i * rows, std::min(s.m, (i + 1) * rows));
  });
}

template <class T>
void loop_batch(const MatmulShape& s, const T* a, const T* b, T* c) {
  using U = Wrapping<T>;
  for (std::size_t i = 0; i < s.batch; ++i)
    loop_matrix(s, reinterpret_cast<const U*>(a + i * s.a_stride),
                reinterpret_cast<const U*>(b + i * s.b_stride),
                reinterpret_cast<U*>(c + i * s.c_stride));
}

/// Before plain loops: C = bias, or 0, or C + bias.
template <class T>
void start_rows(const MatmulShape& s, T* c, const Epilogue<T>& e) {
  using U = Wrapping<T>;
  for (std::size_t i = 0; i < s.batch; ++i)
    for (std::size_t r = 0; r < s.m; ++r) {
      T* row = c + i * s.c_stride + r * s.n;
      if (!e.accumulate) std::fill_n(row, s.n, T(0));
      if (e.bias)
        for (std::size_t j = 0; j < s.n; ++j) row[j] = T(U(U(row[j]) + U(e.bias[j])));
    }
}

template <class T>
void relu_batch(const MatmulShape& s, T* c) {
  const std::size_t n = s.m * s.n;
  for (std::size_t i = 0; i < s.batch; ++i) {
    T* m = c + i * s.c_stride;
    if constexpr (std::is_floating_point_v<T>)
      detail::map_buffers([](const auto& x, auto& y) TLALOC_LANE_BODY { y = relu(x); }, {1, n},
                          detail::In<T>{m}, detail::Out<T>{m});
    else
      for (std::size_t j = 0; j < n; ++j) m[j] = m[j] > 0 ? m[j] : T(0);
  }
}

template <class T>
void by_loops(const MatmulShape& s, const T* a, const T* b, T* c, const Epilogue<T>& e) {
  start_rows(s, c, e);
  loop_batch(s, a, b, c);
}

/// The cut of an f64 product, by size: tall or wide bands, each one call of the library.
void by_openblas(const MatmulShape& s, const double* a, const double* b, double* c,
                 bool accumulate) {
  constexpr std::size_t kBand = 256, kWork = std::size_t(1) << 21;
  const bool tall = s.m >= s.n;
  const std::size_t length = tall ? s.m : s.n, across = (tall ? s.n : s.m) * s.k;
  std::size_t band = std::max<std::size_t>(kWork / std::max<std::size_t>(across, 1), 1);
  band = std::clamp((band + kBand - 1) / kBand * kBand, kBand, std::max(kBand, length));
  const std::size_t bands = (length + band - 1) / band;
  parallel_for(bands * s.batch, [&](std::size_t i) {
    const std::size_t from = i % bands * band, to = std::min(from + band, length);
    const std::size_t j = i / bands;
    openblas_block(s, a + j * s.a_stride, b + j * s.b_stride, c + j * s.c_stride, accumulate,
                   tall ? from : 0, tall ? to : s.m, tall ? 0 : from, tall ? s.n : to);
  });
}

void product(const MatmulShape& s, const float* a, const float* b, float* c,
             const Epilogue<float>& e) {
  if (s.m * s.n * s.k <= 256 && s.batch <= 4) return by_loops(s, a, b, c, e);
  if (!e.bias && !e.accumulate && is_thin(s)) return thin_product(s, a, b, c);
  if (!onednn_matmul(s, a, b, c, e.bias, e.accumulate)) by_loops(s, a, b, c, e);
}

void product(const MatmulShape& s, const double* a, const double* b, double* c,
             const Epilogue<double>& e) {
  if (std::max({s.m, s.n, s.k}) <= 16 || s.m * s.n * s.k <= 512) return by_loops(s, a, b, c, e);
  const bool bias = e.bias != nullptr;
  if (bias) start_rows(s, c, e);
  by_openblas(s, a, b, c, e.accumulate || bias);
}

template <class T>
  requires std::is_integral_v<T>
void product(const MatmulShape& s, const T* a, const T* b, T* c, const Epilogue<T>& e) {
  by_loops(s, a, b, c, e);
}

void widen(const bfloat16* x, float* y, std::size_t n) {
  detail::map_buffers([](const auto& x, auto& y) TLALOC_LANE_BODY { y = x; }, {1, n},
                      detail::In<bfloat16>{x}, detail::Out<float>{y});
}
void narrow(const float* x, bfloat16* y, std::size_t n) {
  detail::map_buffers([](const auto& x, auto& y) TLALOC_LANE_BODY { y = x; }, {1, n},
                      detail::In<float>{x}, detail::Out<bfloat16>{y});
}

}  // namespace

template <class T>
void matmul(const MatmulShape& s, const T* a, const T* b, T* c, const Epilogue<T>& e) noexcept {
  if (s.m == 0 || s.n == 0 || s.batch == 0) return;
  if (s.k == 0)
    start_rows(s, c, e);
  else
    product(s, a, b, c, e);
  if (e.relu) relu_batch(s, c);
}

/// In f32, matrix by matrix, rounded at the end.
template <>
void matmul(const MatmulShape& s, const bfloat16* a, const bfloat16* b, bfloat16* c,
            const Epilogue<bfloat16>& e) noexcept {
  const std::size_t an = s.m * s.k, bn = s.k * s.n, cn = s.m * s.n;
  if (cn == 0) return;
  Scratch<float> fa(an), fb(bn), fc(cn), bias(s.n);
  if (e.bias) widen(e.bias, bias.data, s.n);
  MatmulShape one = s;
  one.batch = 1;
  for (std::size_t i = 0; i < s.batch; ++i) {
    widen(a + i * s.a_stride, fa.data, an);
    widen(b + i * s.b_stride, fb.data, bn);
    if (e.accumulate) widen(c + i * s.c_stride, fc.data, cn);
    matmul<float>(one, fa.data, fb.data, fc.data,
                  {e.bias ? bias.data : nullptr, e.accumulate, e.relu});
    narrow(fc.data, c + i * s.c_stride, cn);
  }
}

#define TLALOC_MATMUL(T) \
  template void matmul<T>(const MatmulShape&, const T*, const T*, T*, const Epilogue<T>&) noexcept;
TLALOC_MATMUL(float)
TLALOC_MATMUL(double)
TLALOC_MATMUL(std::int8_t)
TLALOC_MATMUL(std::int16_t)
TLALOC_MATMUL(std::int32_t)
TLALOC_MATMUL(std::int64_t)
TLALOC_MATMUL(std::uint8_t)
TLALOC_MATMUL(std::uint16_t)
TLALOC_MATMUL(std::uint32_t)
TLALOC_MATMUL(std::uint64_t)

}  // namespace tlaloc::kernel
