#include <tlaloc/dyn_tensor.h>
#include <tlaloc/format.h>

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include <tlaloc/make.h>

namespace tlaloc {
namespace {

TEST(Format, IsOneLineOfNestedLists) {
  EXPECT_EQ(fmt::format("{}", Matrix<float>{{7, 11}, {9, 13}}), "[[7, 11], [9, 13]]");
  EXPECT_EQ(fmt::format("{}", Vector<double>{0.1, 1e300, -0.0}), "[0.1, 1e+300, -0]");
  EXPECT_EQ(fmt::format("{}", Vector<float>{0.1f, 1.0f / 3}), "[0.1, 0.33333334]");
  EXPECT_EQ(fmt::format("{}", Tensor<std::int8_t, Any, Any, Any>{{{1}, {-2}}}), "[[[1], [-2]]]");
  EXPECT_EQ(fmt::format("{}", Vector<bool>{true, false}), "[true, false]");
  EXPECT_EQ(fmt::format("{}", Vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()}),
            "[18446744073709551615]");
  EXPECT_EQ(fmt::format("{}", zeros<float>(2, 0)), "[[], []]");
  EXPECT_EQ(fmt::format("{}", Matrix<float>()), "[]");
  EXPECT_EQ(fmt::format("{}", zeros<float>(1500)).size(), 1500u * 3);
}

TEST(Format, ShortestDigitsOfBfloat16ReadBack) {
  EXPECT_EQ(fmt::format("{}", bfloat16(0.1f)), "0.1");
  EXPECT_EQ(fmt::format("{}", Vector<bfloat16>{1, 2.5, 3.14159}), "[1, 2.5, 3.14]");
  EXPECT_EQ(fmt::format("{}", bfloat16(std::numeric_limits<float>::infinity())), "inf");
  EXPECT_EQ(fmt::format("{}", bfloat16(std::numeric_limits<float>::quiet_NaN())), "nan");
}

TEST(Format, AlignsRows) {
  EXPECT_EQ(fmt::format("{:a}", Matrix<float>{{1, 20}, {-3, 4.5}}), "[[  1,  20],\n [ -3, 4.5]]");
  EXPECT_EQ(fmt::format("{:a}", Tensor<int, Any, Any, Any>{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}),
            "[[[1, 2],\n  [3, 4]],\n\n [[5, 6],\n  [7, 8]]]");
}

TEST(Format, CutsLongOnes) {
  EXPECT_EQ(fmt::format("{:a}", arange<int>(1001)), "[   0,    1,    2, ...,  998,  999, 1000]");
  EXPECT_EQ(fmt::format("{:a}", zeros<int>(300, 4)),
            "[[0, 0, 0, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0],\n ...,\n [0, 0, 0, 0],\n [0, 0, 0, "
            "0],\n [0, 0, 0, 0]]");
  EXPECT_EQ(fmt::format("{:a}", zeros<int>(1000)).size(), 3000u) << "1000 elements are not cut";
}

TEST(Format, StreamsAndRanges) {
  std::ostringstream out;
  out << Vector<int>{1, 2} << ' ' << DynTensor<float>(Matrix<float>{{1.5}});
  EXPECT_EQ(out.str(), "[1, 2] [[1.5]]");
  EXPECT_EQ(fmt::format("{}", std::vector<Vector<int>>{{1}, {2}}), "[[1], [2]]");
}

}  // namespace
}  // namespace tlaloc
