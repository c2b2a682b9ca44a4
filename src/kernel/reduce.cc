// See reduce.h. The tree: a row is cut into chunks; a chunk is folded into 64 columns, these into
// one another; chunks meet in pairs. With inner > 1 the columns are there already, and rows meet in
// groups of 64.
#include "kernel/reduce.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include <tlaloc/lane.h>

#include "kernel/clones.h"
#include "kernel/parallel.h"
#include "kernel/scratch.h"

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kColumns = 64, kChunk = 4096, kGroup = 64;

template <class T>
inline T wrapping(T a, T b, auto op) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
    return T(op(U(a), U(b)));
  } else {
    return op(a, b);
  }
}

struct Sum {
  template <class T>
  static constexpr T empty = T(0);
  template <class T>
  static T first(T x) {
    return x;
  }
  template <class T>
  static T join(T a, T b) {
    return wrapping(a, b, [](auto p, auto q) { return p + q; });
  }
};
struct SumSquares : Sum {
  template <class T>
  static T first(T x) {
    return wrapping(x, x, [](auto p, auto q) { return p * q; });
  }
};
struct Product {
  template <class T>
  static constexpr T empty = T(1);
  template <class T>
  static T first(T x) {
    return x;
  }
  template <class T>
  static T join(T a, T b) {
    return wrapping(a, b, [](auto p, auto q) { return p * q; });
  }
};
/// As max and min of lane.h, in a form that vectorises.
struct Max {
  template <class T>
  static constexpr T empty = std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                                         : std::numeric_limits<T>::lowest();
  template <class T>
  static T first(T x) {
    return x;
  }
  template <class T>
  static T join(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return detail::lanes::algo::max(a, b);
    else
      return a > b ? a : b;
  }
};
struct Min {
  template <class T>
  static constexpr T empty = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                                         : std::numeric_limits<T>::max();
  template <class T>
  static T first(T x) {
    return x;
  }
  template <class T>
  static T join(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return detail::lanes::algo::min(a, b);
    else
      return a < b ? a : b;
  }
};

/// At most kChunk elements in a row.
template <class R, class T>
inline __attribute__((always_inline)) T chunk(const T* x, std::size_t n) {
  if (n < kColumns) {
    T y = n ? R::first(x[0]) : R::template empty<T>;
    for (std::size_t i = 1; i < n; ++i) y = R::join(y, R::first(x[i]));
    return y;
  }
  T column[kColumns];
  for (std::size_t j = 0; j < kColumns; ++j) column[j] = R::first(x[j]);
  std::size_t i = kColumns;
  for (; i + kColumns <= n; i += kColumns)
    for (std::size_t j = 0; j < kColumns; ++j) column[j] = R::join(column[j], R::first(x[i + j]));
  for (std::size_t j = 0; i + j < n; ++j) column[j] = R::join(column[j], R::first(x[i + j]));
  for (std::size_t half = kColumns / 2; half; half /= 2)
    for (std::size_t j = 0; j < half; ++j) column[j] = R::join(column[j], column[j + half]);
  return column[0];
}

/// y[0..n) = first(rows[0]) joined with rows 1 … of x, rows being `stride` apart.
template <class R, class T>
inline __attribute__((always_inline)) void group(const T* x, std::size_t rows, std::size_t stride,
                                                 T* y, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) y[j] = R::first(x[j]);
  for (std::size_t r = 1; r < rows; ++r)
    for (std::size_t j = 0; j < n; ++j) y[j] = R::join(y[j], R::first(x[r * stride + j]));
}
template <class R, class T>
inline __attribute__((always_inline)) void join_rows(T* y, const T* x, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) y[j] = R::join(y[j], x[j]);
}

/// The kernels by level: lambdas and templates cannot be cloned by attribute in g++ 12.
template <class R, class T>
struct Kernels {
#define TLALOC_REDUCE_LEVEL(name, attribute)                                                 \
  attribute static T chunk_##name(const T* x, std::size_t n) { return chunk<R>(x, n); }      \
  attribute static void group_##name(const T* x, std::size_t rows, std::size_t stride, T* y, \
                                     std::size_t n) {                                        \
    group<R>(x, rows, stride, y, n);                                                         \
  }
  TLALOC_REDUCE_LEVEL(v2, )
  TLALOC_REDUCE_LEVEL(v3, [[gnu::target("avx2")]])
  TLALOC_REDUCE_LEVEL(v4, [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]])
#undef TLALOC_REDUCE_LEVEL
  static T whole_chunk(const T* x, std::size_t n) {
    const int level = n < 16 ? 2 : level_;
    return level == 4 ? chunk_v4(x, n) : level == 3 ? chunk_v3(x, n) : chunk_v2(x, n);
  }
  static void whole_group(const T* x, std::size_t rows, std::size_t stride, T* y, std::size_t n) {
    if (level_ == 4)
      group_v4(x, rows, stride, y, n);
    else if (level_ == 3)
      group_v3(x, rows, stride, y, n);
    else
      group_v2(x, rows, stride, y, n);
  }
  static inline const int level_ = __builtin_cpu_supports("avx512dq") &&
                                           __builtin_cpu_supports("avx512vl") &&
                                           __builtin_cpu_supports("avx512bw")
                                       ? 4
                                   : __builtin_cpu_supports("avx2") ? 3
                                                                    : 2;
};

/// Parts meet in pairs, in place; part i is `n` elements at parts + i n.
template <class R, class T>
void pair_up(T* parts, std::size_t count, std::size_t n) {
  for (std::size_t step = 1; step < count; step *= 2)
    for (std::size_t i = 0; i + step < count; i += 2 * step)
      join_rows<R>(parts + i * n, parts + (i + step) * n, n);
}

template <class R, class T>
T reduce_row(const T* x, std::size_t n) {
  if (n <= kChunk) return Kernels<R, T>::whole_chunk(x, n);
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  Scratch<T> parts(chunks);
  constexpr std::size_t kTogether = 8;
  parallel_for((chunks + kTogether - 1) / kTogether, [&](std::size_t b) {
    for (std::size_t i = b * kTogether; i < std::min(chunks, (b + 1) * kTogether); ++i)
      parts.data[i] = Kernels<R, T>::whole_chunk(x + i * kChunk, std::min(kChunk, n - i * kChunk));
  });
  pair_up<R>(parts.data, chunks, 1);
  return parts.data[0];
}

/// Many rows: blocks of them in parallel. A row that is long itself is cut inside instead.
template <class R, class T>
void reduce_rows(std::size_t rows, std::size_t n, const T* x, T* y) {
  if (n > kChunk * 8) {
    for (std::size_t r = 0; r < rows; ++r) y[r] = reduce_row<R>(x + r * n, n);
    return;
  }
  const std::size_t together = std::max<std::size_t>(32768 / std::max<std::size_t>(n, 1), 1);
  parallel_for((rows + together - 1) / together, [&](std::size_t b) {
    for (std::size_t r = b * together; r < std::min(rows, (b + 1) * together); ++r)
      y[r] = reduce_row<R>(x + r * n, n);
  });
}

/// y [inner] from x [reduce, inner]: groups of rows by bands of columns.
template <class R, class T>
void reduce_columns(std::size_t reduce, std::size_t inner, const T* x, T* y) {
  const std::size_t groups = (reduce + kGroup - 1) / kGroup;
  constexpr std::size_t kBand = 512;
  const std::size_t bands = (inner + kBand - 1) / kBand;
  Scratch<T> held(groups > 1 ? groups * inner : 0);
  T* parts = groups > 1 ? held.data : y;
  const auto one = [&](std::size_t i) {
    const std::size_t g = i / bands, j = i % bands * kBand;
    Kernels<R, T>::whole_group(x + g * kGroup * inner + j, std::min(kGroup, reduce - g * kGroup),
                               inner, parts + g * inner + j, std::min(kBand, inner - j));
  };
  const std::size_t together = std::max<std::size_t>(32768 / (kGroup * std::min(kBand, inner)), 1);
  const std::size_t count = groups * bands;
  parallel_for((count + together - 1) / together, [&](std::size_t b) {
    for (std::size_t i = b * together; i < std::min(count, (b + 1) * together); ++i) one(i);
  });
  if (groups == 1) return;
  pair_up<R>(parts, groups, inner);
  std::copy_n(parts, inner, y);
}

template <class R, class T>
void reduce_with(const ReduceShape& s, const T* x, T* y) {
  if (s.outer * s.inner == 0) return;
  if (s.reduce == 0) return void(std::fill_n(y, s.outer * s.inner, R::template empty<T>));
  if (s.inner == 1) return reduce_rows<R>(s.outer, s.reduce, x, y);
  for (std::size_t o = 0; o < s.outer; ++o)
    reduce_columns<R>(s.reduce, s.inner, x + o * s.reduce * s.inner, y + o * s.inner);
}

template <class T>
bool is_nan(T x) {
  return x != x;
}

template <class T, class Beats>
void arg_with(const ReduceShape& s, const T* x, std::int64_t* y, Beats beats) {
  const std::size_t together = std::max<std::size_t>(32768 / std::max<std::size_t>(s.reduce, 1), 1);
  const std::size_t count = s.outer * s.inner;
  parallel_for((count + together - 1) / together, [&](std::size_t b) {
    for (std::size_t i = b * together; i < std::min(count, (b + 1) * together); ++i) {
      const T* p = x + i / s.inner * s.reduce * s.inner + i % s.inner;
      std::size_t best = 0;
      for (std::size_t r = 1; r < s.reduce && !is_nan(p[best * s.inner]); ++r)
        if (beats(p[r * s.inner], p[best * s.inner]) || is_nan(p[r * s.inner])) best = r;
      y[i] = std::int64_t(best);
    }
  });
}

}  // namespace

template <class T>
void reduce_sum(const ReduceShape& s, const T* x, T* y) noexcept {
  reduce_with<Sum>(s, x, y);
}
template <class T>
void reduce_product(const ReduceShape& s, const T* x, T* y) noexcept {
  reduce_with<Product>(s, x, y);
}
template <class T>
void reduce_sum_squares(const ReduceShape& s, const T* x, T* y) noexcept {
  reduce_with<SumSquares>(s, x, y);
}
template <class T>
void reduce_max(const ReduceShape& s, const T* x, T* y) noexcept {
  reduce_with<Max>(s, x, y);
}
template <class T>
void reduce_min(const ReduceShape& s, const T* x, T* y) noexcept {
  reduce_with<Min>(s, x, y);
}
template <class T>
void arg_max(const ReduceShape& s, const T* x, std::int64_t* y) noexcept {
  arg_with(s, x, y, [](T a, T b) { return a > b; });
}
template <class T>
void arg_min(const ReduceShape& s, const T* x, std::int64_t* y) noexcept {
  arg_with(s, x, y, [](T a, T b) { return a < b; });
}

#define TLALOC_REDUCE(T)                                                          \
  template void reduce_sum<T>(const ReduceShape&, const T*, T*) noexcept;         \
  template void reduce_product<T>(const ReduceShape&, const T*, T*) noexcept;     \
  template void reduce_sum_squares<T>(const ReduceShape&, const T*, T*) noexcept; \
  template void reduce_max<T>(const ReduceShape&, const T*, T*) noexcept;         \
  template void reduce_min<T>(const ReduceShape&, const T*, T*) noexcept;         \
  template void arg_max<T>(const ReduceShape&, const T*, std::int64_t*) noexcept; \
  template void arg_min<T>(const ReduceShape&, const T*, std::int64_t*) noexcept;
TLALOC_REDUCE(float)
TLALOC_REDUCE(double)
TLALOC_REDUCE(std::int8_t)
TLALOC_REDUCE(std::int16_t)
TLALOC_REDUCE(std::int32_t)
TLALOC_REDUCE(std::int64_t)
TLALOC_REDUCE(std::uint8_t)
TLALOC_REDUCE(std::uint16_t)
TLALOC_REDUCE(std::uint32_t)
TLALOC_REDUCE(std::uint64_t)

}  // namespace tlaloc::kernel
