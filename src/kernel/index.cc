// See index.h.
#include "kernel/index.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

template <class T>
void add_row(const T* x, T* y, std::size_t n) {
  using U = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                        std::type_identity<T>>::type;
  for (std::size_t j = 0; j < n; ++j) y[j] = T(U(y[j]) + U(x[j]));
}

}  // namespace

std::size_t first_out_of_range(const std::int64_t* index, std::size_t n,
                               std::size_t rows) noexcept {
  for (std::size_t i = 0; i < n; ++i)
    if (std::uint64_t(index[i]) >= rows) return i;
  return n;
}

void take_rows(const void* x, std::size_t row_bytes, const std::int64_t* index, std::size_t n,
               void* y) noexcept {
  const std::size_t together =
      std::max<std::size_t>(262144 / std::max<std::size_t>(row_bytes, 1), 1);
  parallel_for((n + together - 1) / together, [&](std::size_t b) {
    for (std::size_t i = b * together; i < std::min(n, (b + 1) * together); ++i)
      std::memcpy(static_cast<char*>(y) + i * row_bytes,
                  static_cast<const char*>(x) + std::size_t(index[i]) * row_bytes, row_bytes);
  });
}

template <class T>
void scatter_add_rows(const T* x, const std::int64_t* index, std::size_t n, std::size_t rows,
                      std::size_t width, T* y) noexcept {
  // A block owns a band of the target's rows and looks through all indices: no two blocks meet.
  const bool large = n * width >= 131072 && width >= 16;
  const std::size_t bands = large ? std::min<std::size_t>(rows, 16) : 1;
  parallel_for(bands, [&](std::size_t b) {
    const auto from = std::int64_t(b * rows / bands), to = std::int64_t((b + 1) * rows / bands);
    for (std::size_t i = 0; i < n; ++i)
      if (index[i] >= from && index[i] < to)
        add_row(x + i * width, y + std::size_t(index[i]) * width, width);
  });
}

void put_rows(const void* x, std::size_t row_bytes, const std::int64_t* index, std::size_t n,
              void* y) noexcept {
  for (std::size_t i = 0; i < n; ++i)
    std::memcpy(static_cast<char*>(y) + std::size_t(index[i]) * row_bytes,
                static_cast<const char*>(x) + i * row_bytes, row_bytes);
}

#define TLALOC_SCATTER(T)                                                                    \
  template void scatter_add_rows<T>(const T*, const std::int64_t*, std::size_t, std::size_t, \
                                    std::size_t, T*) noexcept;
TLALOC_SCATTER(float)
TLALOC_SCATTER(double)
TLALOC_SCATTER(std::int8_t)
TLALOC_SCATTER(std::int16_t)
TLALOC_SCATTER(std::int32_t)
TLALOC_SCATTER(std::int64_t)
TLALOC_SCATTER(std::uint8_t)
TLALOC_SCATTER(std::uint16_t)
TLALOC_SCATTER(std::uint32_t)
TLALOC_SCATTER(std::uint64_t)

}  // namespace tlaloc::kernel
