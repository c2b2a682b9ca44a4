// Batched values: what their types are, and that a stack of lanes gives the lanes back.
#include <tlaloc/batched.h>

#include <gtest/gtest.h>

#include <tlaloc/error.h>
#include <tlaloc/make.h>

namespace tlaloc {
namespace {

using Batch = Axis<"batch">;
using Outer = Axis<"outer">;

enum class Kind { plain, odd };
struct Layer {
  Matrix<float> w;
  Vector<double> b;
  int heads = 1;
};
struct Model {
  Layer first;
  std::array<float, 2> pair = {};
  double two[2] = {};
  Kind kind = Kind::plain;
  std::tuple<float, Vector<float>> more;
};

static_assert(std::is_same_v<Batched<Batch, float>, Tensor<float, Batch>>);
static_assert(std::is_same_v<Batched<Any, Vector<int>>, Matrix<int>>);
static_assert(std::is_same_v<Batched<Batch, std::vector<double>>, Tensor<double, Batch, Any>>);
static_assert(
    std::is_same_v<Batched<Batch, std::span<const double, 3>>, Tensor<double, Batch, Dim<3>>>);
static_assert(std::is_same_v<Batched<Outer, Batched<Batch, Layer>>,
                             BatchedStruct<Outer, BatchedStruct<Batch, Layer>>>);

Model model(float x) {
  Model m;
  m.first = {{{x, 2 * x}, {3, 4}}, {x, 1, 2}, static_cast<int>(x)};
  m.pair = {x, -x};
  m.two[1] = 5 * x;
  m.more = {x, {x, x, x}};
  return m;
}

TEST(Stack, GivesTheLanesBack) {
  const std::vector<Model> lanes = {model(1), model(2), model(3)};
  const Batched<Batch, Model> all = stack<Batch>(lanes);
  EXPECT_EQ(all.size(), 3);
  for (int i = 0; i < 3; ++i) {
    const Model m = all[i];
    EXPECT_EQ(m.first.w.to_vector(), lanes[i].first.w.to_vector());
    EXPECT_EQ(m.first.b.to_vector(), lanes[i].first.b.to_vector());
    EXPECT_EQ(m.first.heads, i + 1);
    EXPECT_EQ(m.pair, lanes[i].pair);
    EXPECT_EQ(m.two[0], 0);
    EXPECT_EQ(m.two[1], 5 * (i + 1));
    EXPECT_EQ(std::get<1>(m.more).to_vector(), std::get<1>(lanes[i].more).to_vector());
  }
  EXPECT_THROW(all[3], Error);
  EXPECT_THROW(all[-1], Error);
}

TEST(Stack, LeavesAreTensors) {
  const auto all = stack<Batch>(std::vector<Model>{model(1), model(2)});
  const Tensor<float, Batch, Any, Any>& w = all.leaf<&Model::first, &Layer::w>();
  EXPECT_EQ(w.shape(), (std::array<std::int64_t, 3>{2, 2, 2}));
  EXPECT_EQ(w(1, 0, 1), 4);
  EXPECT_EQ((all.leaf<&Model::first, &Layer::heads>()(1)), 2);
  EXPECT_EQ(all.leaf<&Model::kind>(), Kind::plain);
}

TEST(Stack, OfNumbersAndOfTensors) {
  EXPECT_EQ(stack<Batch>(std::vector<float>{1, 2}).to_vector(), (std::vector<float>{1, 2}));
  const auto rows = stack<Batch>(std::vector<Vector<double>>{{1, 2}, {3, 4}});
  EXPECT_EQ(rows(1, 0), 3);
}

TEST(Stack, OfNoLanesIsEmpty) {
  const auto none = stack<Batch>(std::vector<Model>{});
  EXPECT_EQ(none.size(), 0);
  EXPECT_THROW(none[0], Error);
}

TEST(Stack, RefusesLanesThatDiffer) {
  EXPECT_THROW(stack<Batch>(std::vector<Vector<float>>{{1, 2}, {3}}), Error);
  std::vector<Model> lanes = {model(1), model(2)};
  lanes[1].kind = Kind::odd;
  EXPECT_THROW(stack<Batch>(lanes), Error);
}

TEST(Stack, OfBatchesIsABatchOfBatches) {
  const auto one = stack<Batch>(std::vector<Layer>{model(1).first, model(2).first});
  const Batched<Outer, Batched<Batch, Layer>> all =
      stack<Outer>(std::vector<Batched<Batch, Layer>>{one, one, one});
  EXPECT_EQ(all.size(), 3);
  EXPECT_EQ(all[2][1].w(0, 0), 2);
}

}  // namespace
}  // namespace tlaloc
