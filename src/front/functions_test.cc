// Products, extremes, pieces, indices and compositions, against numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <tlaloc/error.h>
#include <tlaloc/format.h>
#include <tlaloc/ops.h>

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
const Vector<float> kNan = {1, std::numeric_limits<float>::quiet_NaN(), 2};

TEST(Product, MultipliesMatrices) {
  EXPECT_EQ(text(matmul(kA, transpose(kA))), "[[14, 32], [32, 77]]");
  EXPECT_EQ(text(matmul(Matrix<int>{{1, 2}, {3, 4}}, Matrix<int>{{5}, {6}})), "[[17], [39]]");
  const Tensor<double, Any, Any, Any> a = {{{1, 2}}, {{3, 4}}}, b = {{{1}, {1}}, {{2}, {0}}};
  EXPECT_EQ(text(matmul(a, b)), "[[[3]], [[6]]]");
  const Matrix<double> shared = {{1}, {10}};
  EXPECT_EQ(text(matmul(a, shared)), "[[[21]], [[43]]]");
  EXPECT_EQ(text(matmul(zeros<float>(2, 0), zeros<float>(0, 3))), "[[0, 0, 0], [0, 0, 0]]");
  EXPECT_EQ(matmul(zeros<float>(0, 2), zeros<float>(2, 3)).count(), 0);
  EXPECT_EQ(dot(Vector<float>{1, 2, 3}, Vector<float>{4, 5, 6}), 32);
  EXPECT_EQ(text(contract(kA, kA, axes<0>, axes<0>)), "[[17, 22, 27], [22, 29, 36], [27, 36, 45]]");
  EXPECT_EQ(text(contract(kA, kA, axes<1>, axes<1>, axes<0>, axes<0>)), "[14, 77]");
  EXPECT_EQ((contract(kA, kA, axes<0, 1>, axes<0, 1>)), 91);
  EXPECT_EQ((contract(kA, transpose(kA), axes<0, 1>, axes<1, 0>)), 91) << "lies in another order";
  EXPECT_EQ(text(contract(kA, kA, axes<>, axes<>, axes<0>, axes<0>)),
            "[[[1, 2, 3], [2, 4, 6], [3, 6, 9]], [[16, 20, 24], [20, 25, 30], [24, 30, 36]]]");
  EXPECT_EQ(text(contract(kA, kA, axes<>, axes<>, axes<1>, axes<1>)),
            "[[[1, 4], [4, 16]], [[4, 10], [10, 25]], [[9, 18], [18, 36]]]");
}

TEST(Product, RefusesSizesThatDiffer) {
  EXPECT_THROW(matmul(kA, kA), Error);
  EXPECT_THROW(contract(kA, kA, axes<0>, axes<1>), Error);
  EXPECT_THROW(contract(kA, kA, axes<>, axes<>, axes<0>, axes<1>), Error);
  const Tensor<float, Batch, Axis<"seq">> x = zeros<float>(2, 3);
  const Tensor<float, Axis<"seq">, Any> w = zeros<float>(4, 5);
  const std::string message = message_of([&] { matmul(x, w); });
  EXPECT_NE(message.find("matmul"), std::string::npos) << message;
  EXPECT_NE(message.find("seq"), std::string::npos) << message;
  EXPECT_NE(message.find("[matmul.c"), std::string::npos) << message;
  EXPECT_THROW(dot(Vector<float>{1}, Vector<float>{1, 2}), Error);
}

TEST(Reduce, FindsExtremes) {
  EXPECT_EQ(max(kA), 6);
  EXPECT_EQ(text(min<0>(kA)), "[1, 2, 3]");
  EXPECT_EQ(text(max<1>(kA)), "[3, 6]");
  EXPECT_TRUE(std::isnan(max(kNan)) && std::isnan(min(kNan)));
  EXPECT_EQ(text(argmax<1>(Matrix<float>{{1, 3, 3}, {7, 5, 6}})), "[1, 0]");
  EXPECT_EQ(text(argmin<0>(kA)), "[0, 0, 0]");
  EXPECT_EQ(argmax(kA), 5);
  const Tensor<float, Batch, Feature> named = kA;
  const Tensor<std::int32_t, Batch> at = argmax<Feature>(named);
  EXPECT_EQ(text(at), "[2, 2]");
  EXPECT_THROW(max(zeros<float>(0)), Error);
  EXPECT_THROW(argmax<0>(zeros<float>(0, 2)), Error);
  EXPECT_EQ(text(max(kA, 2.5)), "[[2.5, 2.5, 3], [4, 5, 6]]");
  EXPECT_EQ(text(min(kA, Vector<float>{2, 2, 2})), "[[1, 2, 2], [2, 2, 2]]");
  EXPECT_EQ(text(clamp(kA, 2, 4.5)), "[[2, 2, 3], [4, 4.5, 4.5]]");
}

TEST(Shape, CutsAndJoins) {
  EXPECT_EQ(text(slice<1>(kA, 1, 3)), "[[2, 3], [5, 6]]");
  EXPECT_EQ(text(slice<0>(kA, 0, 1)), "[[1, 2, 3]]");
  EXPECT_EQ(text(slice<1>(kA, 0, 3, 2)), "[[1, 3], [4, 6]]");
  EXPECT_EQ(text(slice(kA, {0, 1}, {1, 3})), "[[2, 3]]");
  EXPECT_TRUE(slice<0>(kA, 1, 1).empty());
  EXPECT_THROW(slice<0>(kA, 0, 3), Error);
  EXPECT_THROW(slice<0>(kA, -1, 1), Error);
  const Tensor<float, Batch, Feature> named = kA;
  const Tensor<float, Batch, Axis<"feature">> part = slice<1>(named, 0, 2);
  EXPECT_EQ(part.size(1), 2);
  EXPECT_EQ(text(concat<0>(kA, Matrix<float>{{7, 8, 9}})), "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]");
  EXPECT_EQ(text(concat<1>(kA, Matrix<float>{{7}, {8}}, Matrix<float>{{9}, {9}})),
            "[[1, 2, 3, 7, 9], [4, 5, 6, 8, 9]]");
  EXPECT_EQ(text(concat<0>(kA)), text(kA));
  EXPECT_THROW(concat<1>(kA, Matrix<float>{{7}}), Error);
  EXPECT_EQ(text(pad(Vector<int>{1, 2}, {1}, {2}, {5})), "[0, 1, 0, 2, 0]");
}

TEST(Index, ReadsAndWritesPlaces) {
  EXPECT_EQ(index(kA, {1, 2}), 6);
  EXPECT_EQ(text(index(kA, {1})), "[4, 5, 6]");
  EXPECT_EQ(text(update(kA, {0, 1}, 9)), "[[1, 9, 3], [4, 5, 6]]");
  EXPECT_EQ(text(update(kA, {0}, Vector<float>{7, 8, 9})), "[[7, 8, 9], [4, 5, 6]]");
  EXPECT_EQ(text(add_at(kA, {1}, Vector<float>{1, 1, 1})), "[[1, 2, 3], [5, 6, 7]]");
  EXPECT_EQ(text(add_at(kA, {1, 0}, 0.5)), "[[1, 2, 3], [4.5, 5, 6]]");
  EXPECT_EQ(text(place({2, 2}, {0, 1}, 3)), "[[0, 3], [0, 0]]");
  EXPECT_EQ(text(place({2, 2}, {1}, Vector<int>{3, 4})), "[[0, 0], [3, 4]]");
  EXPECT_EQ(kA(0, 1), 2) << "the argument is not written";
  Matrix<float> own = {{1, 2}};
  const float* buffer = own.data();
  const Matrix<float> updated = update(std::move(own), {0, 0}, 5);
  EXPECT_EQ(updated.data(), buffer) << "an rvalue is written in place";
  EXPECT_EQ(message_of([] { index(kA, {2, 0}); }),
            "error: index: index 2 of axis 0 is not below its size 2 [index.c1]");
  EXPECT_THROW(update(kA, {0}, Vector<float>{1}), Error);
  EXPECT_THROW(add_at(kA, {0, -1}, 1), Error);
}

TEST(Index, TakesRows) {
  EXPECT_EQ(text(take(kA, Vector<int>{1, 0, 1})), "[[4, 5, 6], [1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(text(take<1>(kA, Vector<std::uint8_t>{2, 0})), "[[3, 1], [6, 4]]");
  EXPECT_EQ(text(take<0>(Vector<int>{10, 20}, Matrix<int>{{0, 1}, {1, 1}})),
            "[[10, 20], [20, 20]]");
  EXPECT_EQ(text(take(kA, 1)), "[4, 5, 6]");
  const Tensor<float, Axis<"vocab">, Feature> table = kA;
  const Tensor<int, Batch> ids = {0, 0};
  const Tensor<float, Batch, Feature> rows = take<0>(table, ids);
  EXPECT_EQ(text(rows), "[[1, 2, 3], [1, 2, 3]]");
  EXPECT_EQ(message_of([] { take(kA, Vector<int>{0, 2}); }),
            "error: take: index 2 at place 1 is not below 2 [take.c5]");
  EXPECT_THROW(take(kA, Vector<int>{-1}), Error);
  EXPECT_EQ(take(kA, Vector<int>()).shape(), (std::array<std::int64_t, 2>{0, 3}));
  EXPECT_EQ(text(scatter_add(zeros<float>(2, 3), Vector<int>{1, 1}, kA)), "[[0, 0, 0], [5, 7, 9]]");
  EXPECT_THROW(scatter_add(zeros<float>(2, 3), Vector<int>{1, 2}, kA), Error);
  EXPECT_THROW(scatter_add(zeros<float>(2, 3), Vector<int>{1}, kA), Error);
}

TEST(Functions, OneHot) {
  EXPECT_EQ(text(one_hot<float>(Vector<int>{1, 0}, 3)), "[[0, 1, 0], [1, 0, 0]]");
  EXPECT_EQ(text(one_hot<int>(Vector<int>{3, -1}, 3)), "[[0, 0, 0], [0, 0, 0]]") << "no such class";
  const Tensor<int, Batch> labels = {2};
  const Tensor<float, Batch, Dim<3>> hot = one_hot<float, Dim<3>>(labels);
  EXPECT_EQ(text(hot), "[[0, 0, 1]]");
  EXPECT_EQ(text(one_hot<float>(1, 2)), "[0, 1]");
  EXPECT_EQ(text(one_hot<bfloat16>(std::uint8_t(0), 2)), "[1, 0]");
  EXPECT_EQ(text(one_hot<int>(-1, 2)), "[0, 0]");
  EXPECT_EQ(text(one_hot<int>(2, 2)), "[0, 0]");
  EXPECT_EQ(text(one_hot<int>(std::uint64_t(-1), 2)), "[0, 0]");
  EXPECT_EQ(one_hot<int>(0, 0).count(), 0);
  EXPECT_THROW(one_hot<int>(0, -1), Error);
}

TEST(Functions, SoftmaxAndCrossEntropy) {
  const Matrix<double> x = {{0, std::log(3)}, {1000, 1000}};
  const Matrix<double> y = softmax<1>(x);
  EXPECT_NEAR(y(0, 0), 0.25, 1e-15);
  EXPECT_NEAR(y(0, 1), 0.75, 1e-15);
  EXPECT_EQ(y(1, 0), 0.5);
  EXPECT_NEAR(log_softmax(x)(0, 0), std::log(0.25), 1e-15);
  EXPECT_NEAR(softmax<0>(x)(1, 1), 1, 1e-15);
  EXPECT_NEAR(cross_entropy(x, Vector<int>{0, 1}), (std::log(4) + std::log(2)) / 2, 1e-15);
  EXPECT_NEAR(cross_entropy(index(x, {0}), 1), -std::log(0.75), 1e-15);
  const Vector<double> each = cross_entropy<1>(x, Vector<int>{0, 1});
  EXPECT_NEAR(each(0), std::log(4), 1e-15);
  EXPECT_NEAR(each(1), std::log(2), 1e-15);
  const auto batches = cross_entropy<1>(reshape(x, 1, 2, 2), Matrix<int>{{0, 1}});
  EXPECT_NEAR(batches(0), (std::log(4) + std::log(2)) / 2, 1e-15);
  EXPECT_EQ(cross_entropy<1>(zeros<double>(0, 2), zeros<int>(0)).count(), 0);
  const Tensor<float, Batch, Feature> named = kA;
  const Tensor<float, Batch, Feature> shares = softmax<Feature>(named);
  EXPECT_NEAR(sum(shares), 2, 1e-6);
  EXPECT_EQ(message_of([&] { cross_entropy(x, Vector<int>{0, 2}); }),
            "error: cross_entropy: label 2 at place 1 is not below 2 [cross_entropy.c5]");
  EXPECT_THROW(cross_entropy(x, Vector<int>{0}), Error);
}

TEST(Functions, Allclose) {
  EXPECT_TRUE(allclose(kA, kA * (1 + 1e-6f)));
  EXPECT_FALSE(allclose(kA, kA * 1.001));
  EXPECT_TRUE(allclose(kA, kA * 1.001, 1e-2));
  EXPECT_TRUE(allclose(kA, kA + 0.01, 0, 0.02));
  EXPECT_FALSE(allclose(kNan, kNan));
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(allclose(Vector<double>{inf, -inf}, Vector<double>{inf, -inf}));
  EXPECT_FALSE(allclose(Vector<double>{inf}, Vector<double>{-inf}));
  EXPECT_FALSE(allclose(Vector<double>{1}, Vector<double>{inf}));
  EXPECT_FALSE(allclose(Vector<int>{1}, Vector<int>{1, 1}));
}

}  // namespace
}  // namespace tlaloc
