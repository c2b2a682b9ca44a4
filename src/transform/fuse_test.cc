#include "transform/fuse.h"

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "ir/op_def.h"
#include "ir/verify.h"
#include "ops/build.h"
#include "ops/source_args.h"
#include "ops/table.h"

namespace tlaloc::transform {
namespace {

using back::Array;
using ir::Size;
using ir::Type;
using ir::Value;
using ir::Values;
namespace build = ops::build;

const Type kMatrix{DType::f64, {Size::symbol("n"), Size::symbol("m")}, {}};
const Type kRow{DType::f64, {Size::symbol("m")}, {}};
const Type kColumn{DType::f64, {Size::symbol("n")}, {}};

/// One function of an n by m matrix, a row, a column and a scalar.
template <class F>
ir::Graph graph_of(F body) {
  ir::Graph g;
  ir::Function& f = g.functions.emplace_back();
  f.name = "main";
  const Value x = f.add_param(kMatrix, "x"), row = f.add_param(kRow, "row");
  const Value column = f.add_param(kColumn, "column"),
              s = f.add_param(ir::scalar_type(DType::f64), "s");
  ir::Builder b(f, ops::require_op());
  f.body.results = body(b, x, row, column, s);
  return g;
}

std::vector<Array> arguments() {
  return {Array::of<double>({1, -2, 3, 0.5, 5, -6}, {2, 3}), Array::vector<double>({0.1, 0.2, 0.3}),
          Array::vector<double>({2, -3}), Array::scalar(0.7)};
}

struct Shape {
  int maps = 0, others = 0;
};
Shape shape(const ir::Graph& g) {
  Shape out;
  for (const ir::Node& n : g.main().body.nodes)
    ++(n.op->control == ir::Control::map ? out.maps : out.others);
  return out;
}

/// Fused, it is valid and computes the same.
ir::Graph checked(const ir::Graph& g) {
  ir::Graph fused = fuse(g);
  ir::check_valid(fused, "fuse");
  const auto before = back::eval(g, arguments()), after = back::eval(fused, arguments());
  EXPECT_TRUE(before && after);
  if (before && after) {
    EXPECT_EQ(before->size(), after->size());
    for (std::size_t i = 0; i < before->size(); ++i)
      EXPECT_EQ((*before)[i], (*after)[i]) << back::text((*after)[i]);
  }
  return fused;
}

Value stretch(ir::Builder& b, Value x, ir::Ints axes) {
  return build::broadcast(b, x, kMatrix.sizes, axes);
}

TEST(Fuse, AChainIsOneMapAndStretchesGoInto) {
  const Shape s = shape(checked(graph_of([](auto& b, Value x, Value row, Value, Value k) {
    const Value z = build::add(b, build::mul(b, x, stretch(b, k, {})), stretch(b, row, {1}));
    return ir::Values{build::tanh(b, z)};
  })));
  EXPECT_EQ(s.maps, 1);
  EXPECT_EQ(s.others, 0);
}

TEST(Fuse, AColumnIsAlignedByAnAxisOfSizeOne) {
  const Shape s = shape(checked(graph_of([](auto& b, Value x, Value, Value column, Value) {
    return ir::Values{build::sub(b, x, stretch(b, column, {0}))};
  })));
  EXPECT_EQ(s.maps, 1);
  EXPECT_EQ(s.others, 1);  // the reshape
}

TEST(Fuse, WhatIsReadElsewhereIsAResultToo) {
  const ir::Graph g = checked(graph_of([](auto& b, Value x, Value, Value, Value) {
    const Value y = build::tanh(b, x);
    return ir::Values{build::sum(b, y, {0}), build::mul(b, y, y)};
  }));
  EXPECT_EQ(shape(g).maps, 1);
  EXPECT_EQ(g.main().body.nodes[0].results.size(), 2u);
}

TEST(Fuse, AReductionBetweenKeepsTwoMapsApart) {
  const Shape s = shape(checked(graph_of([](auto& b, Value x, Value, Value, Value) {
    const Value e = build::exp(b, build::neg(b, x));
    const Value total = build::sum(b, e, {1});
    return ir::Values{build::div(b, e, stretch(b, total, {0}))};
  })));
  EXPECT_EQ(s.maps, 2);
}

// x, w, b of sizes that may meet by stretching one of them: tanh(x * w + b) * exp(-x).
ir::Graph of_unknown_sizes() {
  ir::Graph g;
  ir::Function& f = g.functions.emplace_back();
  f.name = "main";
  Values x;
  for (const char* name : {"x", "w", "b"})
    x.push_back(f.add_param({DType::f64, {Size::symbol(std::string(name) + "_0")}, {}}, name));
  ir::Builder b(f, ops::require_op());
  const auto together = [&](Value (*op)(ir::Builder&, Value, Value), Value l, Value r) {
    const Values both = *ops::broadcast_together(b, "op", {l, r});
    return op(b, both[0], both[1]);
  };
  const Value z = together(build::add, together(build::mul, x[0], x[1]), x[2]);
  f.body.results = {together(build::mul, build::tanh(b, z), build::exp(b, build::neg(b, x[0])))};
  return g;
}

TEST(Fuse, WhatRunTimeMayStretchIsOneMap) {
  const ir::Graph g = of_unknown_sizes();
  const ir::Graph fused = fuse(g);
  ir::check_valid(fused, "fuse");
  EXPECT_EQ(shape(fused).maps, 1);
  EXPECT_EQ(shape(fused).others, 0);
  const Array three = Array::vector<double>({0.1, 0.2, 0.3}), one = Array::vector<double>({-0.5}),
              none = Array::vector<double>({});
  for (const auto& args : {std::vector{three, three, three}, std::vector{one, three, one},
                           std::vector{three, one, one}, std::vector{one, one, three},
                           std::vector{one, one, one}, std::vector{none, one, none}}) {
    const auto before = back::eval(g, args), after = back::eval(fused, args);
    ASSERT_TRUE(before && after);
    EXPECT_EQ((*before)[0], (*after)[0]) << back::text((*after)[0]);
  }
}

// Where what a stretch repeats is read elsewhere, it is computed once and has its own size.
TEST(Fuse, WhatIsReadElsewhereKeepsItsSize) {
  ir::Graph g = of_unknown_sizes();
  ir::Function& f = g.main();
  f.body.results.push_back(f.body.nodes[2].results[0]);  // x * w, before the stretch
  const ir::Graph fused = fuse(g);
  ir::check_valid(fused, "fuse");
  const std::vector args{Array::vector<double>({0.1}), Array::vector<double>({2}),
                         Array::vector<double>({1, 2, 3})};
  const auto before = back::eval(g, args), after = back::eval(fused, args);
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*after)[1].sizes, (std::vector<std::int64_t>{1}));
  EXPECT_EQ(*before, *after);
}

TEST(Fuse, AnOpAloneStaysAnOp) {
  EXPECT_EQ(shape(checked(graph_of([](auto& b, Value x, Value, Value, Value) {
              return ir::Values{build::tanh(b, x)};
            }))).maps,
            0);
}

TEST(Fuse, ScalarsAreLeftAlone) {
  EXPECT_EQ(shape(checked(graph_of([](auto& b, Value, Value, Value, Value s) {
              return ir::Values{build::mul(b, build::exp(b, s), s)};
            }))).maps,
            0);
}

}  // namespace
}  // namespace tlaloc::transform
