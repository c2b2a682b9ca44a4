// What vmap does to types and to the boundary of a program.
#include "transform/lanes.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "ops/table.h"
#include "transform/lane_types.h"

namespace tlaloc::transform {
namespace {

using ir::Tree;
using Kind = Tree::Kind;

Tree leaf(Kind kind, std::string type, int number = 0) {
  Tree t;
  t.kind = kind;
  t.cpp_type = std::move(type);
  t.leaf = number;
  t.differentiable = true;
  return t;
}

const std::string kBatch = "tlaloc::Axis<\"batch\">";

TEST(Lanes, a_leaf_gets_the_axis_at_its_place) {
  EXPECT_EQ(with_axis(leaf(Kind::scalar, "float"), kBatch, 0),
            "tlaloc::Tensor<float, tlaloc::Axis<\"batch\">>");
  EXPECT_EQ(with_axis(leaf(Kind::scalar, "double"), "tlaloc::Any", 0), "tlaloc::Vector<double>");
  EXPECT_EQ(with_axis(leaf(Kind::tensor, "tlaloc::Vector<float>"), "tlaloc::Any", 1),
            "tlaloc::Matrix<float>");
  EXPECT_EQ(with_axis(leaf(Kind::tensor, "tlaloc::Matrix<float>"), kBatch, 1),
            "tlaloc::Tensor<float, tlaloc::Any, tlaloc::Axis<\"batch\">, tlaloc::Any>");
  const std::string odd = "tlaloc::Tensor<int, tlaloc::Axis<\"a, b>\", 3>, tlaloc::Dim<2>>";
  EXPECT_EQ(with_axis(leaf(Kind::tensor, odd), kBatch, 1),
            "tlaloc::Tensor<int, tlaloc::Axis<\"a, b>\", 3>, tlaloc::Axis<\"batch\">, "
            "tlaloc::Dim<2>>");
  EXPECT_EQ(with_axis(leaf(Kind::tensor, odd), kBatch, 3), "");
}

TEST(Lanes, a_list_of_numbers_becomes_a_tensor) {
  const std::string free = "tlaloc::Tensor<double, tlaloc::Axis<\"batch\">, tlaloc::Any>";
  EXPECT_EQ(
      with_axis(leaf(Kind::span, "std::span<const double, 18446744073709551615UL>"), kBatch, 0),
      free);
  EXPECT_EQ(with_axis(leaf(Kind::vector, "std::vector<double, std::allocator<double>>"), kBatch, 0),
            free);
  EXPECT_EQ(with_axis(leaf(Kind::span, "std::span<const double, 3UL>"), kBatch, 0),
            "tlaloc::Tensor<double, tlaloc::Axis<\"batch\">, tlaloc::Dim<3>>");
}

Program product() {
  auto g = ir::parse(R"(dxir 1

func @main(%x: f32[n], %w: f32[n]) -> f32[n] {
  require 1 0 0 0 "mul" "mul.c1"
  %y = mul(%x, %w) : f32[n]
  return %y
}
)",
                     ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  const std::string vector = "tlaloc::Vector<float>";
  return {std::move(*g),
          {{{"x", leaf(Kind::tensor, vector, 0), false, false},
            {"w", leaf(Kind::tensor, vector, 1), false, false}},
           leaf(Kind::tensor, vector, 0)}};
}

TEST(Lanes, requirements_follow_the_axes) {
  Lanes lanes{kBatch, "batch", -1, {1, 0}, 1};
  auto p = over_lanes(product(), lanes);
  ASSERT_TRUE(p.has_value()) << base::text(p.error());
  ir::check_valid(p->graph, "over_lanes");
  const ir::Function& f = p->graph.main();
  EXPECT_EQ(ir::text(f.type(f.body.params[0])), "f32[n, batch]");
  EXPECT_EQ(ir::text(f.type(f.body.params[1])), "f32[batch, n]");
  EXPECT_EQ(ir::text(f.type(f.body.results[0])), "f32[n, batch]");
  ASSERT_EQ(f.requirements.size(), 2u);
  EXPECT_EQ(f.requirements[0].left_axis, 1);   // n of w
  EXPECT_EQ(f.requirements[0].right_axis, 0);  // n of x
  EXPECT_EQ(f.requirements[1].id, "vmap.c1");
  EXPECT_EQ(f.requirements[1].left_axis, 0);   // batch of w
  EXPECT_EQ(f.requirements[1].right_axis, 1);  // batch of x
  EXPECT_EQ(p->boundary.params[0].tree.cpp_type,
            "tlaloc::Tensor<float, tlaloc::Any, tlaloc::Axis<\"batch\">>");
}

TEST(Lanes, refuses_what_has_no_place) {
  const auto refusal = [](Lanes lanes) {
    const auto p = over_lanes(product(), lanes);
    return p ? "" : p.error().id;
  };
  EXPECT_EQ(refusal({kBatch, "batch", -1, {0}, 0}), "vmap.argument");
  EXPECT_EQ(refusal({kBatch, "batch", -1, {-1, -1}, 0}), "vmap.argument");
  EXPECT_EQ(refusal({kBatch, "batch", -1, {0, 0}, 2}), "vmap.argument");
  EXPECT_EQ(refusal({kBatch, "batch", -1, {0, 2}, 0}), "vmap.argument");
}

}  // namespace
}  // namespace tlaloc::transform
