#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

#include <tlaloc/dyn_tensor.h>
#include <tlaloc/error.h>
#include <tlaloc/make.h>
#include <tlaloc/tensor.h>

namespace tlaloc {
namespace {

using Batch = Axis<"batch">;
using Feature = Axis<"feature", 3>;

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST(Tensor, IsMadeFromNestedBraces) {
  const Matrix<float> a = {{1, 2.5}, {0.1, 4}};
  EXPECT_EQ(a.shape(), (std::array<std::int64_t, 2>{2, 2}));
  EXPECT_EQ(a(0, 1), 2.5f);
  EXPECT_EQ(a(1, 0), 0.1f);
  const Tensor<int, Any, Any, Any> b = {{{1, 2}}, {{3, 4}}, {{5, 6}}};
  EXPECT_EQ(b.shape(), (std::array<std::int64_t, 3>{3, 1, 2}));
  EXPECT_EQ(b(2, 0, 1), 6);
  const Vector<bfloat16> c = {1, 2.5};
  EXPECT_EQ(static_cast<float>(c(1)), 2.5f);
}

TEST(Tensor, RefusesRaggedBraces) {
  EXPECT_EQ(message_of([] { Matrix<float> a = {{1, 2}, {3}}; }),
            "error: tensor: a list in braces has length 1, the first one beside it has length 2 "
            "[tensor.c4]");
}

TEST(Tensor, CopiesShareUntilOneIsWritten) {
  Vector<int> a = {1, 2, 3};
  Vector<int> b = a;
  EXPECT_EQ(a.data(), b.data());
  b.set(7, 0);
  EXPECT_NE(a.data(), b.data());
  EXPECT_EQ(a(0), 1);
  EXPECT_EQ(b(0), 7);
  const int* before = b.data();
  b.mutable_span()[1] = 9;
  EXPECT_EQ(b.data(), before) << "a tensor that nobody shares is written in place";
  EXPECT_EQ(b(1), 9);
  EXPECT_EQ(a(1), 2);
}

TEST(Tensor, MovedFromIsEmptyAndSafe) {
  Vector<int> a = {1, 2, 3};
  const Vector<int> b = std::move(a);
  EXPECT_EQ(a.count(), 0);
  EXPECT_TRUE(a.span().empty());
  EXPECT_TRUE(a.mutable_span().empty());
  EXPECT_THROW(a(0), Error);
  EXPECT_EQ(b(2), 3);
  a = b;
  EXPECT_EQ(a(2), 3);
}

TEST(Tensor, AssignsToItself) {
  Vector<int> a = {1, 2};
  Vector<int>& same = a;
  a = same;
  EXPECT_EQ(a(1), 2);
}

TEST(Tensor, StorageIsAligned) {
  for (int n : {1, 3, 17, 1000})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(zeros<float>(n).data()) % 64, 0u);
}

TEST(Tensor, ReadsAndWritesAreChecked) {
  Matrix<float> a = {{1, 2}, {3, 4}};
  EXPECT_EQ(message_of([&] { a(2, 0); }),
            "error: index: index 2 of axis 0 is not below its size 2 [index.c1]");
  EXPECT_EQ(message_of([&] { a(0, -1); }),
            "error: index: index -1 of axis 1 is not below its size 2 [index.c1]");
  EXPECT_EQ(message_of([&] { a.set(1, 0, 2); }),
            "error: set: index 2 of axis 1 is not below its size 2 [set.c1]");
  EXPECT_EQ(a.to_vector(), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(a.size(-1), 2);
  EXPECT_THROW(a.size(2), Error);
}

TEST(Tensor, ZeroSizesAreFine) {
  const Matrix<float> a = zeros<float>(0, 5);
  EXPECT_EQ(a.count(), 0);
  EXPECT_EQ(a.size(1), 5);
  EXPECT_TRUE(a.to_vector().empty());
  const Matrix<float> b = {};
  EXPECT_TRUE(b.empty());
}

TEST(Tensor, RefusesSizesThatOverflow) {
  const std::int64_t big = std::numeric_limits<std::int64_t>::max() / 2;
  EXPECT_EQ(
      message_of([&] { zeros<double>(big, 4); }),
      "error: tensor: 4611686018427387903x4 elements of type f64 are more than memory can hold "
      "[tensor.c2]");
  EXPECT_EQ(message_of([] { zeros<float>(2, -1); }),
            "error: tensor: size -1 of axis 1 is negative [tensor.c1]");
  EXPECT_EQ(zeros<double>(big, 0, big).count(), 0) << "nothing is stored";
}

TEST(Tensor, GainsAndLosesNamesAndSizes) {
  const Matrix<float> a = {{1, 2, 3}};
  const Tensor<float, Batch, Feature> b = a;
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ(b(0, 2), 3);
  const Tensor<float, Any, Dim<3>> c = b;
  EXPECT_EQ(c(0, 0), 1);
  EXPECT_EQ(message_of([] { Tensor<float, Batch, Feature> t = Matrix<float>{{1, 2}}; }),
            "error: tensor: axis 1 (feature) has size 2, its type says 3 [tensor.c3]");
  EXPECT_EQ(message_of([] { zeros<Tensor<float, Axis<"seq", up_to<4>>>>(5); }),
            "error: zeros: axis 0 (seq) has size 5, its type says at most 4 [zeros.c3]");
}

TEST(DynTensor, ConvertsBothWays) {
  const Matrix<float> a = {{1, 2, 3}, {4, 5, 6}};
  const DynTensor<float> d = a;
  EXPECT_EQ(d.rank(), 2u);
  EXPECT_EQ(d(1, 2), 6);
  EXPECT_EQ(d.data(), a.data());
  EXPECT_EQ((d.as<Tensor<float, Batch, Feature>>()(1, 0)), 4);
  EXPECT_EQ(message_of([&] { d.as<Vector<float>>(); }),
            "error: as: got rank 2, expected rank 1 [as.c6]");
  EXPECT_THROW((d.as<Tensor<float, Any, Dim<2>>>()), Error);
  EXPECT_THROW(d(1), Error);
  EXPECT_THROW(d(0, 3), Error);
}

TEST(DynTensor, MayHaveNoAxes) {
  const float one[] = {2.5f};
  const DynTensor<float> d(one, {});
  EXPECT_EQ(d.count(), 1);
  EXPECT_EQ(d(), 2.5f);
  EXPECT_THROW(DynTensor<float>()(), Error);
  EXPECT_THROW(DynTensor<float>(one, {2}), Error);
}

}  // namespace
}  // namespace tlaloc
