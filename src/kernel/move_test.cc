#include "kernel/move.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "kernel/index.h"
#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

using Ints = std::vector<std::int64_t>;

Ints dense(const Ints& sizes) {
  Ints s(sizes.size());
  std::int64_t n = 1;
  for (std::size_t i = sizes.size(); i-- > 0; n *= sizes[i]) s[i] = n;
  return s;
}
std::int64_t count(const Ints& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t(1), std::multiplies<>());
}

/// Every index in turn, the obvious way.
template <class F>
void each_index(const Ints& sizes, F f) {
  const std::int64_t n = count(sizes);
  for (std::int64_t flat = 0; flat < n; ++flat) {
    Ints i(sizes.size());
    for (std::size_t a = sizes.size(), rest = std::size_t(flat); a-- > 0;
         rest /= std::size_t(sizes[a]))
      i[a] = std::int64_t(rest % std::size_t(sizes[a]));
    f(i);
  }
}
std::int64_t at(const Ints& i, const Ints& strides) {
  return std::inner_product(i.begin(), i.end(), strides.begin(), std::int64_t(0));
}

template <class T>
void permutations_of(const Ints& sizes) {
  std::vector<T> x(std::size_t(count(sizes)));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = T(i * 7 + 1);
  const Ints strides = dense(sizes);
  Ints order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    Ints y_sizes, x_strides;
    for (auto a : order) y_sizes.push_back(sizes[a]), x_strides.push_back(strides[a]);
    std::vector<T> y(x.size());
    gather_strided(sizeof(T), y_sizes, x.data(), x_strides, y.data());
    std::size_t k = 0;
    each_index(y_sizes,
               [&](const Ints& i) { ASSERT_EQ(y[k++], x[std::size_t(at(i, x_strides))]); });
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Move, Permutations) {
  permutations_of<std::uint32_t>({5});
  permutations_of<std::uint32_t>({40, 70});
  permutations_of<std::uint8_t>({3, 40, 35});
  permutations_of<std::uint64_t>({2, 3, 1, 17});
  permutations_of<std::uint16_t>({2, 3, 4, 2, 3});
  permutations_of<std::uint32_t>({0, 4});
}

TEST(Move, LargeTransposeOnAnyTeam) {
  for (int threads : {1, 2}) {
    set_threads(threads);
    const std::size_t rows = 700, cols = 333;
    std::vector<float> x(rows * cols), y(rows * cols);
    std::iota(x.begin(), x.end(), 0.0f);
    transpose(4, rows, cols, x.data(), y.data());
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) ASSERT_EQ(y[j * rows + i], x[i * cols + j]);
  }
  set_threads(0);
}

TEST(Move, SlicesStepsReversesAndRepeats) {
  std::vector<int> x(1000);
  std::iota(x.begin(), x.end(), 0);
  struct Case {
    Ints sizes, strides;
    std::int64_t start;
  };
  for (const auto& c : {Case{{3, 4}, {100, 2}, 7},
                        {{5, 6}, {-10, 1}, 60},
                        {{4, 5}, {0, 3}, 1},
                        {{4, 5}, {3, 0}, 1},
                        {{2, 0}, {1, 1}, 0},
                        {{}, {}, 5},
                        {{3, 4, 5}, {0, -20, -1}, 100},
                        {{7}, {-1}, 6}}) {
    std::vector<int> y(std::size_t(count(c.sizes)) + 1, -1);
    gather_strided(4, c.sizes, x.data() + c.start, c.strides, y.data());
    std::size_t k = 0;
    each_index(c.sizes, [&](const Ints& i) { ASSERT_EQ(y[k++], c.start + at(i, c.strides)); });
    ASSERT_EQ(y.back(), -1);
  }
}

TEST(Move, LargeCopiesIntoAPartOfTheTarget) {
  const Ints sizes{300, 2, 400}, xs{800, 400, 1}, ys{2000, 900, 2};
  std::vector<int> x(300 * 800), y(300 * 2000 + 2000, -1);
  std::iota(x.begin(), x.end(), 0);
  copy(4, sizes, x.data(), xs, y.data(), ys);
  auto want = std::vector<int>(y.size(), -1);
  each_index(sizes,
             [&](const Ints& i) { want[std::size_t(at(i, ys))] = x[std::size_t(at(i, xs))]; });
  EXPECT_EQ(y, want);
}

TEST(Move, Pad) {
  const float x[] = {1, 2, 3, 4, 5, 6}, value = -1;
  float y[4 * 6];
  pad(4, Ints{2, 3}, x, Ints{1, 0}, Ints{2, 2}, Ints{4, 6}, &value, y);
  const float want[] = {-1, -1, -1, -1, -1, -1, 1, -1, 2, -1, 3, -1,
                        -1, -1, -1, -1, -1, -1, 4, -1, 5, -1, 6, -1};
  for (int i = 0; i < 24; ++i) EXPECT_EQ(y[i], want[i]) << i;
}

TEST(Index, TakeAndPut) {
  const std::vector<double> x{0, 1, 10, 11, 20, 21};
  const Ints index{2, 0, 2};
  std::vector<double> y(6), z(6, -1);
  take_rows(x.data(), 16, index.data(), 3, y.data());
  EXPECT_EQ(y, (std::vector<double>{20, 21, 0, 1, 20, 21}));
  put_rows(x.data(), 16, index.data(), 3, z.data());
  EXPECT_EQ(z, (std::vector<double>{10, 11, -1, -1, 20, 21}));
  EXPECT_EQ(first_out_of_range(index.data(), 3, 3), 3u);
  EXPECT_EQ(first_out_of_range(index.data(), 3, 2), 0u);
  const Ints negative{1, -1};
  EXPECT_EQ(first_out_of_range(negative.data(), 2, 2), 1u);
}

TEST(Index, ScatterAddKeepsTheOrderOfTheIndices) {
  for (std::size_t width : {1u, 3u, 40u}) {
    const std::size_t n = 5000, rows = 37;
    std::vector<float> x(n * width), y(rows * width, 0.5f), want = y;
    Ints index(n);
    for (std::size_t i = 0; i < n; ++i) index[i] = std::int64_t(i * 31 % 101 % rows);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / float(i + 1);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < width; ++j)
        want[std::size_t(index[i]) * width + j] += x[i * width + j];
    for (int threads : {1, 3}) {
      set_threads(threads);
      auto got = y;
      scatter_add_rows(x.data(), index.data(), n, rows, width, got.data());
      EXPECT_EQ(got, want) << width;
    }
    set_threads(0);
  }
}

}  // namespace
}  // namespace tlaloc::kernel
