// After the first call with some sizes, tensor functions ask the system for nothing: storage comes
// from the pool, and what an op answered is remembered. operator new is counted here, so this
// program stands alone.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include <tlaloc/ops.h>

namespace {
std::atomic<long> g_news{0};
}

void* operator new(std::size_t bytes) {
  ++g_news;
  if (void* p = std::malloc(bytes)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  ++g_news;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(a, (bytes + a - 1) / a * a)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace tlaloc {
namespace {

/// How often the second run of `f` asks for memory.
template <class F>
long news_of_second(F f) {
  f();
  const long before = g_news;
  f();
  return g_news - before;
}

class Allocation : public testing::Test {
 protected:
  Matrix<float> x_ = reshape(arange<float>(96 * 64), 96, 64);
  Matrix<float> w_ = reshape(arange<float>(64 * 32), 64, 32);
  Vector<float> b_ = arange<float>(32);
  Vector<int> labels_ = zeros<int>(96);
};

TEST_F(Allocation, CountsItself) {
  EXPECT_GE(news_of_second([] {
              std::vector<int> v(100);
              asm volatile("" ::"r"(v.data()) : "memory");
            }),
            1);
}
TEST_F(Allocation, NoneForElementWiseWork) {
  EXPECT_EQ(news_of_second([&] { tanh(x_ * 2 + 1); }), 0);
  EXPECT_EQ(news_of_second([&] { where(x_ > 3, x_, 0); }), 0);
  EXPECT_EQ(news_of_second([&] { x_ + slice<1>(x_, 0, 1); }), 0);
  EXPECT_EQ(news_of_second([&] { cast<double>(x_); }), 0);
}
TEST_F(Allocation, NoneForReductions) {
  EXPECT_EQ(news_of_second([&] { sum(x_); }), 0);
  EXPECT_EQ(news_of_second([&] { sum<0>(x_); }), 0);
  EXPECT_EQ(news_of_second([&] { max<1>(x_); }), 0);
  EXPECT_EQ(news_of_second([&] { softmax<1>(x_); }), 0);
}
TEST_F(Allocation, NoneForProducts) {
  // In double: oneDNN, which multiplies floats, has its own accounts.
  const auto x = cast<double>(x_), w = cast<double>(w_);
  EXPECT_EQ(news_of_second([&] { matmul(x, w); }), 0);
  EXPECT_EQ(news_of_second([&] { contract(x, x, axes<0>, axes<0>); }), 0);
  EXPECT_EQ(news_of_second([&] { contract(w, w, axes<1>, axes<1>); }), 0);
}
TEST_F(Allocation, NoneForOneExample) {
  const Vector<float> x = arange<float>(64);
  EXPECT_EQ(news_of_second([&] { contract(x, w_, axes<0>, axes<0>); }), 0);
  EXPECT_EQ(news_of_second([&] { contract(x, b_, axes<>, axes<>); }), 0);
  EXPECT_EQ(news_of_second([&] { one_hot<float>(class_labels(3, 10), 10); }), 0);
}
TEST_F(Allocation, NoneForMoves) {
  EXPECT_EQ(news_of_second([&] { transpose(x_); }), 0);
  EXPECT_EQ(news_of_second([&] { reshape(x_, 64, 96); }), 0);
  EXPECT_EQ(news_of_second([&] { broadcast(b_, {96, 32}); }), 0);
  EXPECT_EQ(news_of_second([&] { slice<0>(x_, 1, 7); }), 0);
}

}  // namespace
}  // namespace tlaloc
