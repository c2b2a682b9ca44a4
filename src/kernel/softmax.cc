// softmax and log_softmax of reduce.h: blocks of rows that stay in the cache, in four passes.
#include <algorithm>

#include <tlaloc/map.h>

#include "kernel/parallel.h"
#include "kernel/reduce.h"
#include "kernel/scratch.h"

namespace tlaloc::kernel {
namespace {

using detail::In;
using detail::Out;

constexpr std::size_t kBlockElements = 8192;

template <class T, class F>
void each_block(std::size_t rows, std::size_t cols, const F& block) {
  if (rows == 0 || cols == 0) return;
  const std::size_t together = std::max<std::size_t>(kBlockElements / cols, 1);
  parallel_for((rows + together - 1) / together, [&](std::size_t b) {
    block(b * together, std::min(rows, (b + 1) * together) - b * together);
  });
}

template <class T>
void exp_of_shifted(std::size_t rows, std::size_t cols, const T* x, const T* most, T* y) {
  detail::map_buffers_here(
      [](const auto& x, const auto& m, auto& y) TLALOC_LANE_BODY { y = exp(x - m); }, {rows, cols},
      In<T>{x, std::ptrdiff_t(cols), 1}, In<T>{most, 1, 0}, Out<T>{y});
}

}  // namespace

template <class T>
void softmax(std::size_t rows, std::size_t cols, const T* x, T* y) noexcept {
  each_block<T>(rows, cols, [&](std::size_t row, std::size_t n) {
    Scratch<T> most(n), sum(n);
    T* to = y + row * cols;
    reduce_max<T>({n, cols, 1}, x + row * cols, most.data);
    exp_of_shifted(n, cols, x + row * cols, most.data, to);
    reduce_sum<T>({n, cols, 1}, to, sum.data);
    detail::map_buffers_here(
        [](const auto& e, const auto& s, auto& y) TLALOC_LANE_BODY { y = e / s; }, {n, cols},
        In<T>{to, std::ptrdiff_t(cols), 1}, In<T>{sum.data, 1, 0}, Out<T>{to});
  });
}

template <class T>
void log_softmax(std::size_t rows, std::size_t cols, const T* x, T* y) noexcept {
  each_block<T>(rows, cols, [&](std::size_t row, std::size_t n) {
    Scratch<T> most(n), sum(n), held(n * cols);
    const T* from = x + row * cols;
    reduce_max<T>({n, cols, 1}, from, most.data);
    exp_of_shifted(n, cols, from, most.data, held.data);
    reduce_sum<T>({n, cols, 1}, held.data, sum.data);
    for (std::size_t i = 0; i < n; ++i) sum.data[i] = detail::lanes::log(sum.data[i]);
    detail::map_buffers_here([](const auto& x, const auto& m, const auto& s, auto& y)
                                 TLALOC_LANE_BODY { y = (x - m) - s; },
                             {n, cols}, In<T>{from, std::ptrdiff_t(cols), 1},
                             In<T>{most.data, 1, 0}, In<T>{sum.data, 1, 0}, Out<T>{y + row * cols});
  });
}

template void softmax<float>(std::size_t, std::size_t, const float*, float*) noexcept;
template void softmax<double>(std::size_t, std::size_t, const double*, double*) noexcept;
template void log_softmax<float>(std::size_t, std::size_t, const float*, float*) noexcept;
template void log_softmax<double>(std::size_t, std::size_t, const double*, double*) noexcept;

}  // namespace tlaloc::kernel
