// An op without a derivative is an error that names it and its line; nothing is skipped.
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/jvp.h"
#include "transform/vjp.h"

namespace tlaloc::transform {
namespace {

base::Result<std::vector<ir::Type>> same(ir::TypeQuery& q) { return std::vector<ir::Type>{q.x[0]}; }
constexpr ir::OpDef kOpaque{.name = "opaque", .infer = same};

ir::Graph program(bool uses_result) {
  ir::Graph g;
  ir::Function& f = g.functions.emplace_back();
  f.name = "main";
  const ir::Value x = f.add_param(ir::scalar_type(DType::f64), "x");
  ir::Builder b(f, ops::require_op());
  b.at({"model.cpp", 7, 3});
  const ir::Value y = b.add(kOpaque, {x});
  f.body.results = {uses_result ? y : ops::mul(b, x, x)};
  return g;
}

TEST(DerivativeError, names_the_op_and_its_line_in_both_modes) {
  const auto forward = jvp(program(true), {true});
  const auto reverse = vjp(program(true), {true}, {true});
  for (const auto* r : {&forward, &reverse}) {
    ASSERT_FALSE(r->has_value());
    EXPECT_EQ(base::text(r->error()),
              "model.cpp:7:3: error: opaque: has no derivative [ad.derivative]");
  }
}

TEST(DerivativeError, an_inactive_value_may_pass_it) {
  EXPECT_TRUE(vjp(program(false), {true}, {true}).has_value());
  EXPECT_TRUE(jvp(program(true), {false}).has_value());
}

}  // namespace
}  // namespace tlaloc::transform
