// See move.h. Axes that walk together are merged first; then the innermost two decide the kernel:
// runs, repeats, or tiles where reading and writing go along different axes.
#include "kernel/move.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

struct Axis {
  std::int64_t size, x, y;
};
struct Walk {
  std::array<Axis, kMostAxes> axes;
  std::size_t rank = 0;
};

/// Without axes of size 1, neighbours merged, the target's smallest stride last.
Walk simplify(Sizes sizes, Strides x, Strides y) {
  Walk w;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1) w.axes[w.rank++] = {sizes[i], x[i], y[i]};
  // By insertion: few axes, equal ones keep their order, and std::stable_sort would allocate.
  for (std::size_t i = 1; i < w.rank; ++i)
    for (std::size_t j = i; j > 0 && std::abs(w.axes[j].y) > std::abs(w.axes[j - 1].y); --j)
      std::swap(w.axes[j], w.axes[j - 1]);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < w.rank; ++i) {
    const Axis a = w.axes[i];
    Axis* last = kept ? &w.axes[kept - 1] : nullptr;
    if (last && last->x == a.x * a.size && last->y == a.y * a.size)
      *last = {last->size * a.size, a.x, a.y};
    else
      w.axes[kept++] = a;
  }
  w.rank = kept;
  return w;
}

template <class T>
void copy_line(const Axis& a, const T* x, T* y) {
  if (a.x == 1 && a.y == 1) return void(std::memcpy(y, x, std::size_t(a.size) * sizeof(T)));
  if (a.x == 0 && a.y == 1) return void(std::fill_n(y, a.size, *x));
  for (std::int64_t i = 0; i < a.size; ++i) y[i * a.y] = x[i * a.x];
}

/// Axis a is read along, axis b written along: square tiles keep both in the cache.
template <class T>
void copy_tiles(const Axis& a, const Axis& b, const T* x, T* y) {
  constexpr std::int64_t kTile = sizeof(T) >= 8 ? 16 : 32;
  for (std::int64_t i = 0; i < a.size; i += kTile)
    for (std::int64_t j = 0; j < b.size; j += kTile) {
      const std::int64_t i_end = std::min(a.size, i + kTile), j_end = std::min(b.size, j + kTile);
      for (std::int64_t p = i; p < i_end; ++p)
        for (std::int64_t q = j; q < j_end; ++q) y[p * a.y + q * b.y] = x[p * a.x + q * b.x];
    }
}

template <class T>
void copy_axes(const Axis* axes, std::size_t rank, const T* x, T* y) {
  if (rank == 0)
    *y = *x;
  else if (rank == 1)
    copy_line(axes[0], x, y);
  else if (rank == 2 && std::abs(axes[1].x) > 1 && std::abs(axes[0].x) < std::abs(axes[1].x))
    copy_tiles(axes[0], axes[1], x, y);
  else
    for (std::int64_t i = 0; i < axes[0].size; ++i)
      copy_axes(axes + 1, rank - 1, x + i * axes[0].x, y + i * axes[0].y);
}

/// The axis read most closely goes next to last, so that a transposition meets copy_tiles.
void pair_axes(Walk& w) {
  if (w.rank < 3) return;
  std::size_t best = w.rank - 1;
  for (std::size_t i = 0; i + 1 < w.rank; ++i)
    if (w.axes[i].x != 0 && std::abs(w.axes[i].x) < std::abs(w.axes[best].x)) best = i;
  if (best < w.rank - 2)
    std::rotate(w.axes.begin() + std::ptrdiff_t(best), w.axes.begin() + std::ptrdiff_t(best) + 1,
                w.axes.begin() + std::ptrdiff_t(w.rank) - 1);
}

template <class T>
void copy_walk(Walk& w, const T* x, T* y) {
  pair_axes(w);
  std::int64_t total = 1;
  for (std::size_t i = 0; i < w.rank; ++i) total *= w.axes[i].size;
  const auto first = std::max_element(w.axes.begin(), w.axes.begin() + std::ptrdiff_t(w.rank),
                                      [](const Axis& a, const Axis& b) { return a.size < b.size; });
  if (std::size_t(total) * sizeof(T) < (std::size_t(1) << 18) || w.rank == 0)
    return copy_axes(w.axes.data(), w.rank, x, y);
  // Bands of the longest axis, each about 256 KiB and whole tiles.
  const Axis longest = *first;
  const std::int64_t across = total / longest.size * std::int64_t(sizeof(T));
  const std::int64_t band = std::max<std::int64_t>(((1 << 18) / across + 31) / 32 * 32, 32);
  const auto at = std::size_t(first - w.axes.begin());
  parallel_for(std::size_t((longest.size + band - 1) / band), [&](std::size_t b) {
    Walk part = w;
    const std::int64_t from = std::int64_t(b) * band;
    part.axes[at].size = std::min(band, longest.size - from);
    copy_axes(part.axes.data(), part.rank, x + from * longest.x, y + from * longest.y);
  });
}

struct Pair {
  std::uint64_t word[2];
};

/// f with a type of that many bytes.
template <class F>
void with_type_of(std::size_t bytes, const F& f) {
  switch (bytes) {
    case 1:
      return f(std::uint8_t());
    case 2:
      return f(std::uint16_t());
    case 4:
      return f(std::uint32_t());
    case 8:
      return f(std::uint64_t());
    case 16:
      return f(Pair());
    default:
      base::bug("copy: element size", __FILE__, __LINE__);
  }
}

void dense_strides(Sizes sizes, std::int64_t* strides) {
  std::int64_t n = 1;
  for (std::size_t i = sizes.size(); i-- > 0; n *= sizes[i]) strides[i] = n;
}

}  // namespace

void copy(std::size_t element_bytes, Sizes sizes, const void* x, Strides x_strides, void* y,
          Strides y_strides) noexcept {
  TLALOC_CHECK(sizes.size() <= kMostAxes, "copy: rank");
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  Walk w = simplify(sizes, x_strides, y_strides);
  with_type_of(element_bytes,
               [&]<class T>(T) { copy_walk(w, static_cast<const T*>(x), static_cast<T*>(y)); });
}

void gather_strided(std::size_t element_bytes, Sizes sizes, const void* x, Strides x_strides,
                    void* y) noexcept {
  TLALOC_CHECK(sizes.size() <= kMostAxes, "copy: rank");
  std::int64_t strides[kMostAxes];
  dense_strides(sizes, strides);
  copy(element_bytes, sizes, x, x_strides, y, Strides(strides, sizes.size()));
}

void transpose(std::size_t element_bytes, std::size_t rows, std::size_t cols, const void* x,
               void* y) noexcept {
  const std::int64_t sizes[] = {std::int64_t(cols), std::int64_t(rows)};
  const std::int64_t strides[] = {1, std::int64_t(cols)};
  gather_strided(element_bytes, sizes, x, strides, y);
}

void fill(std::size_t element_bytes, std::size_t n, const void* value, void* y) noexcept {
  const std::int64_t sizes[] = {std::int64_t(n)}, strides[] = {0};
  gather_strided(element_bytes, sizes, value, strides, y);
}

void pad(std::size_t element_bytes, Sizes x_sizes, const void* x, Sizes low, Sizes step,
         Sizes y_sizes, const void* value, void* y) noexcept {
  TLALOC_CHECK(x_sizes.size() <= kMostAxes, "pad: rank");
  std::int64_t x_strides[kMostAxes], y_strides[kMostAxes], n = 1, start = 0;
  for (auto s : y_sizes) n *= s;
  fill(element_bytes, std::size_t(n), value, y);
  dense_strides(x_sizes, x_strides);
  dense_strides(y_sizes, y_strides);
  for (std::size_t i = 0; i < x_sizes.size(); ++i) {
    start += low[i] * y_strides[i];
    y_strides[i] *= step[i];
  }
  copy(element_bytes, x_sizes, x, Strides(x_strides, x_sizes.size()),
       static_cast<char*>(y) + start * std::int64_t(element_bytes),
       Strides(y_strides, x_sizes.size()));
}

}  // namespace tlaloc::kernel
