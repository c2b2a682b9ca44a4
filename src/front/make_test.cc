#include <tlaloc/make.h>

#include <gtest/gtest.h>

#include <vector>

#include <tlaloc/error.h>

namespace tlaloc {
namespace {

TEST(Make, FillsPlainAndTypedTensors) {
  EXPECT_EQ(zeros<float>(2, 2).to_vector(), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(ones<int>(3).to_vector(), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(full<double>(2.5, 1, 2).to_vector(), (std::vector<double>{2.5, 2.5}));
  using X = Tensor<float, Axis<"batch">, Dim<2>>;
  EXPECT_EQ(zeros<X>(3).shape(), (std::array<std::int64_t, 2>{3, 2}));
  EXPECT_EQ(zeros<X>(3, 2).shape(), (std::array<std::int64_t, 2>{3, 2}));
  EXPECT_THROW(zeros<X>(3, 4), Error);
  EXPECT_EQ((full<Tensor<float, Dim<2>>>(0.5).to_vector()), (std::vector<float>{0.5f, 0.5f}));
  const Matrix<float> braces = zeros<float>({2, 3});
  EXPECT_EQ(braces.count(), 6);
  EXPECT_EQ(static_cast<float>(ones<bfloat16>(1)(0)), 1.0f);
}

TEST(Make, TakesTheShapeOfAnother) {
  const Tensor<float, Axis<"n">> x = {1, 2, 3};
  const Tensor<float, Axis<"n">> y = full_like(x, 0.25);
  EXPECT_EQ(y.to_vector(), (std::vector<float>{0.25f, 0.25f, 0.25f}));
  EXPECT_EQ(zeros_like(x).count(), 3);
  EXPECT_EQ(ones_like(x)(2), 1);
}

TEST(Make, CountsAndDivides) {
  EXPECT_EQ(arange<int>(3).to_vector(), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(arange<float>(1, 8, 3).to_vector(), (std::vector<float>{1, 4, 7}));
  EXPECT_EQ(arange<int>(3, 0, -2).to_vector(), (std::vector<int>{3, 1}));
  EXPECT_TRUE(arange<int>(3, 3).empty());
  EXPECT_THROW(arange<int>(0, 1, 0), Error);
  EXPECT_EQ(linspace<float>(0, 1, 5).to_vector(), (std::vector<float>{0, 0.25f, 0.5f, 0.75f, 1}));
  EXPECT_EQ(linspace<double>(2, 9, 1).to_vector(), (std::vector<double>{2}));
  EXPECT_EQ(linspace<float>(0, 0.3, 4)(3), 0.3f) << "the last one is exact";
  EXPECT_EQ(eye<float>(2).to_vector(), (std::vector<float>{1, 0, 0, 1}));
  EXPECT_EQ(eye<int>(1, 2).to_vector(), (std::vector<int>{1, 0}));
}

TEST(Make, CopiesSpans) {
  const std::vector<float> v = {1, 2, 3, 4, 5, 6};
  const Matrix<float> a = from(std::span<const float>(v), 2, 3);
  EXPECT_EQ(a(1, 0), 4);
  EXPECT_EQ(from(v, 3, 2)(2, 1), 6);
  EXPECT_EQ(from(v).to_vector(), v);
  std::array<int, 2> few = {1, 2};
  EXPECT_EQ(from(few)(1), 2);
  EXPECT_EQ(from(std::span(few))(1), 2);
  EXPECT_EQ((from<Tensor<float, Axis<"batch">, Dim<3>>>(v, 2)(0, 2)), 3);
  EXPECT_THROW(from(v, 4, 2), Error);
  EXPECT_EQ(to_vector(a), v);
}

}  // namespace
}  // namespace tlaloc
