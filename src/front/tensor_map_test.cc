#include <tlaloc/tensor_map.h>

#include <gtest/gtest.h>

#include <tlaloc/error.h>
#include <tlaloc/make.h>

namespace tlaloc {
namespace {

using generated::map;

constexpr auto kAffine = [](const auto& x, const auto& w, const auto& b, auto& y)
                             TLALOC_LANE_BODY { y = x * w + b; };

TEST(TensorMap, StretchesAsNumPyDoes) {
  const Matrix<float> x = {{1, 2, 3}, {4, 5, 6}};
  const Vector<float> w = {10, 20, 30};
  const Matrix<float> column = {{100}, {200}};
  const auto y = map<float>(kAffine, x, w, column);
  static_assert(std::is_same_v<decltype(y), const Matrix<float>>);
  EXPECT_EQ(y.to_vector(), (std::vector<float>{110, 140, 190, 240, 300, 380}));
  EXPECT_EQ(map<float>(kAffine, x, 2.0f, 1.0f)(1, 2), 13);
}

TEST(TensorMap, WalksAnyRank) {
  using Cube = Tensor<double, Any, Any, Any>;
  Cube a = zeros<Cube>(2, 3, 4), b = zeros<Cube>(2, 1, 4);
  for (int i = 0; i < 24; ++i) a.mutable_span()[i] = i;
  for (int i = 0; i < 8; ++i) b.mutable_span()[i] = 100 * i;
  const auto y =
      map<double>([](const auto& p, const auto& q, auto& r) TLALOC_LANE_BODY { r = p + q; }, a, b);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) EXPECT_EQ(y(i, j, k), a(i, j, k) + b(i, 0, k));
}

TEST(TensorMap, GivesSeveralResultsOfTheirOwnTypes) {
  const Vector<float> x = {-1, 2};
  const auto [y, positive] = map<float, bool>(
      [](const auto& v, auto& twice, auto& sign) TLALOC_LANE_BODY {
        twice = v + v;
        sign = v > 0.0f;
      },
      x);
  EXPECT_EQ(y.to_vector(), (std::vector<float>{-2, 4}));
  EXPECT_FALSE(positive(0));
  EXPECT_TRUE(positive(1));
}

TEST(TensorMap, TakesTheBufferOfAnRvalueThatNobodyShares) {
  Vector<float> x = {1, 2}, w = {3, 4};
  const float* buffer = x.data();
  const Vector<float> copy = w;
  constexpr auto kAdd = [](const auto& a, const auto& b, auto& y) TLALOC_LANE_BODY { y = a + b; };
  const auto y = map<float>(kAdd, std::move(w), std::move(x));
  EXPECT_EQ(y.data(), buffer);
  EXPECT_EQ(y(1), 6);
  EXPECT_EQ(copy(1), 4);
}

TEST(TensorMap, NothingAtAllIsFine) {
  const auto y = map<float>(kAffine, zeros<float>(0, 3), zeros<float>(3), 1.0f);
  EXPECT_EQ(y.shape(), (std::array<std::int64_t, 2>{0, 3}));
}

TEST(TensorMap, RefusesSizesThatDoNotMeet) {
  EXPECT_THROW(map<float>(kAffine, zeros<float>(2, 3), zeros<float>(2), 1.0f), Error);
}

}  // namespace
}  // namespace tlaloc
