// The functions over tensors, run: values against numbers worked out by hand, shapes, buffers,
// refusals. That every op computes what its reference does is tested over the whole table
// elsewhere.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <tlaloc/error.h>
#include <tlaloc/format.h>
#include <tlaloc/ops.h>
#include <tlaloc/scalar.h>

namespace tlaloc {
namespace {

using Batch = Axis<"batch">;
using Feature = Axis<"feature", 3>;

template <class X>
std::string text(const X& x) {
  return fmt::format("{}", x);
}
template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

const Matrix<float> kA = {{1, 2, 3}, {4, 5, 6}};

TEST(Pointwise, ComputesElementByElement) {
  EXPECT_EQ(text(kA + kA), "[[2, 4, 6], [8, 10, 12]]");
  EXPECT_EQ(text(kA * 0.5), "[[0.5, 1, 1.5], [2, 2.5, 3]]");
  EXPECT_EQ(text(1 - kA), "[[0, -1, -2], [-3, -4, -5]]");
  EXPECT_EQ(text(-kA / 2), "[[-0.5, -1, -1.5], [-2, -2.5, -3]]");
  EXPECT_EQ(text(Vector<int>{7, -7} / 2), "[3, -3]");
  EXPECT_EQ(text(Vector<int>{7, -7} % 4), "[3, -3]");
  EXPECT_EQ(text(sqrt(Vector<double>{4, 9})), "[2, 3]");
  EXPECT_EQ(text(relu(Vector<float>{-1, 0, 2})), "[0, 0, 2]");
  EXPECT_EQ(text(kA > 3), "[[false, false, false], [true, true, true]]");
  EXPECT_EQ(text(!(kA == kA)), "[[false, false, false], [false, false, false]]");
  EXPECT_EQ(text(Vector<bool>{true, false} && Vector<bool>{true, true}), "[true, false]");
  EXPECT_EQ(text(where(kA > 3, kA, 0)), "[[0, 0, 0], [4, 5, 6]]");
  EXPECT_EQ(text(where(kA > 3, 1.0f, 2.0f)), "[[2, 2, 2], [1, 1, 1]]");
  EXPECT_EQ(text(cast<int>(Vector<float>{1.9f, -1.9f})), "[1, -1]");
  EXPECT_EQ(text(cast<double>(kA)), "[[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(text(Vector<bfloat16>{1, 2} + Vector<bfloat16>{0.5, 0.25}), "[1.5, 2.25]");
}

TEST(Pointwise, Broadcasts) {
  const Vector<float> row = {10, 20, 30};
  const Matrix<float> column = {{100}, {200}};
  EXPECT_EQ(text(kA + row), "[[11, 22, 33], [14, 25, 36]]");
  EXPECT_EQ(text(row + kA), "[[11, 22, 33], [14, 25, 36]]");
  EXPECT_EQ(text(kA + column), "[[101, 102, 103], [204, 205, 206]]");
  EXPECT_EQ(text(column + row), "[[110, 120, 130], [210, 220, 230]]");
  const Tensor<float, Any, Any, Any> deep = {{{1, 2, 3}}, {{4, 5, 6}}};
  EXPECT_EQ(text(deep + kA), "[[[2, 4, 6], [5, 7, 9]], [[5, 7, 9], [8, 10, 12]]]");
  EXPECT_EQ(text(where(Vector<bool>{true, false, true}, kA, column)), "[[1, 100, 3], [4, 200, 6]]");
  EXPECT_EQ(text(zeros<float>(0, 3) + row), "[]");
  EXPECT_EQ(text(zeros<float>(2, 0) + column), "[[], []]");
  EXPECT_EQ((zeros<float>(0, 3) + row).size(1), 3);
}

TEST(Pointwise, BroadcastsBeyondOnePiece) {
  // More elements than a piece, rows that do not divide it, enough for several threads.
  const std::int64_t rows = 700, columns = 131;
  const Matrix<float> x = reshape(arange<float>(rows * columns), rows, columns);
  const Vector<float> row = arange<float>(columns);
  const Matrix<float> column = reshape(arange<float>(rows), rows, 1);
  const Matrix<float> y = x + row, z = column - x, w = x * 2;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto v = static_cast<float>(i * columns + j);
      ASSERT_EQ(y(i, j), v + static_cast<float>(j));
      ASSERT_EQ(z(i, j), static_cast<float>(i) - v);
      ASSERT_EQ(w(i, j), v * 2);
    }
}

TEST(Pointwise, RefusesShapesThatDoNotMeet) {
  EXPECT_EQ(
      message_of([] { kA + Vector<float>{1, 2}; }),
      "error: add: axis 0 of operand 1 has size 2, axis 1 of operand 0 has size 3 [add.c4]\n"
      "  note: axes align from the right; only an axis of size 1 that has no name is repeated");
  const Tensor<float, Batch> one = {1};
  EXPECT_EQ(
      message_of([&] { one* Tensor<float, Batch>{1, 2}; }),
      "error: mul: axis 0 (batch) of operand 1 has size 2, axis 0 (batch) of operand 0 has "
      "size 1 [mul.c4]\n"
      "  note: axes align from the right; only an axis of size 1 that has no name is repeated")
      << "equal names never stretch";
  EXPECT_EQ(text(one * Vector<float>{3}), "[3]");
  EXPECT_THROW((one * Vector<float>{3, 4}), Error) << "a named axis is not repeated";
  EXPECT_EQ(text(Tensor<float, Batch>{1, 2} * Vector<float>{3}), "[3, 6]");
}

TEST(Pointwise, TakesTheBufferOfAnRvalueThatNobodyShares) {
  Matrix<float> a = {{1, 2}}, b = {{3, 4}};
  const float* buffer = a.data();
  Matrix<float> c = std::move(a) + b;
  EXPECT_EQ(c.data(), buffer);
  EXPECT_EQ(text(c), "[[4, 6]]");
  EXPECT_TRUE(a.empty()) << "moved from is empty";
  EXPECT_EQ(text(b), "[[3, 4]]");
  const Matrix<float> shared = c;
  const Matrix<float> d = std::move(c) * 2;
  EXPECT_NE(d.data(), buffer);
  EXPECT_EQ(text(shared), "[[4, 6]]");
  const Matrix<float> e = b + Matrix<float>{{1, 1}};
  EXPECT_EQ(text(e), "[[4, 5]]");
  EXPECT_EQ(text(tanh(exp(b) * 0)), "[[0, 0]]");
  Matrix<float> row = {{1, 2}};
  EXPECT_EQ(text(std::move(row) + Matrix<float>{{1}, {2}}), "[[2, 3], [3, 4]]")
      << "too small to take";
}

TEST(Pointwise, AssignsInPlace) {
  Matrix<float> a = {{1, 2}};
  const float* buffer = a.data();
  a += 1;
  a *= a;
  a -= Vector<float>{1, 1};
  a /= 2;
  EXPECT_EQ(text(a), "[[1.5, 4]]");
  EXPECT_EQ(a.data(), buffer);
  const Matrix<float> copy = a;
  a += copy;
  EXPECT_EQ(text(copy), "[[1.5, 4]]");
  EXPECT_EQ(text(a), "[[3, 8]]");
  EXPECT_THROW((a += Matrix<float>{{1, 2}, {3, 4}}), Error);
  EXPECT_EQ(text(a), "[[3, 8]]") << "a refused assignment changes nothing";
  EXPECT_THROW((a += Vector<float>{1, 2, 3}), Error);
  EXPECT_EQ(text(a), "[[3, 8]]");
}

TEST(Reduce, SumsAndMeans) {
  EXPECT_EQ(sum(kA), 21);
  EXPECT_EQ(text(sum<0>(kA)), "[5, 7, 9]");
  EXPECT_EQ(text(sum<-1>(kA)), "[6, 15]");
  EXPECT_EQ((sum<1, 0>(kA)), 21);
  EXPECT_EQ(mean(kA), 3.5f);
  EXPECT_EQ(text(mean<0>(kA)), "[2.5, 3.5, 4.5]");
  const Tensor<float, Batch, Feature> named = kA;
  const Tensor<float, Feature> over_batch = sum<Batch>(named);
  EXPECT_EQ(text(over_batch), "[5, 7, 9]");
  EXPECT_EQ(text(mean<Axis<"feature">>(named)), "[2, 5]");
  EXPECT_EQ(sum(zeros<float>(0, 3)), 0);
  EXPECT_TRUE(std::isnan(mean(zeros<float>(0))));
  EXPECT_EQ(sum(Vector<std::int8_t>{100, 27}), 127);
}

TEST(Shape, MovesElements) {
  EXPECT_EQ(text(reshape(kA, 3, 2)), "[[1, 2], [3, 4], [5, 6]]");
  EXPECT_EQ(reshape(kA, 3, 2).data(), kA.data()) << "storage is shared";
  EXPECT_EQ(text(reshape(kA, {6})), "[1, 2, 3, 4, 5, 6]");
  EXPECT_EQ(text(reshape<Tensor<float, Batch, Dim<2>>>(kA, 3)), "[[1, 2], [3, 4], [5, 6]]");
  EXPECT_EQ(reshape(Matrix<float>{{7}}, {}), 7);
  EXPECT_EQ(message_of([] { reshape(kA, 4, 2); }),
            "error: reshape: got 6 elements for a tensor of 4x2 [reshape.c4]");
  EXPECT_EQ(text(transpose(kA)), "[[1, 4], [2, 5], [3, 6]]");
  EXPECT_EQ((transpose<2, 0, 1>(zeros<int>(2, 3, 4)).shape()),
            (std::array<std::int64_t, 3>{4, 2, 3}));
  EXPECT_EQ(text(reverse<1>(kA)), "[[3, 2, 1], [6, 5, 4]]");
  EXPECT_EQ(text(broadcast(Vector<int>{1, 2}, {2, 2})), "[[1, 2], [1, 2]]");
  EXPECT_EQ(text(broadcast(Vector<int>{1, 2}, {2, 2}, {0})), "[[1, 1], [2, 2]]");
  EXPECT_EQ(text(broadcast(3, {2})), "[3, 3]");
  EXPECT_THROW(broadcast(Vector<int>{1, 2}, {2, 3}), Error);
  EXPECT_EQ(text(sum_to(kA, {1, 3})), "[[5, 7, 9]]");
  EXPECT_EQ(text(sum_to(kA, {2}, {0})), "[6, 15]");
  EXPECT_EQ(sum_to(kA, {2, 3}).data(), kA.data());
  EXPECT_EQ(sum_to(kA, {2, 3}, {0, 1}).data(), kA.data());
  EXPECT_THROW(sum_to(kA, {2, 3}, {1, 0}), Error);
  EXPECT_THROW(sum_to(kA, {2, 3}, {0}), Error);
}

}  // namespace
}  // namespace tlaloc
