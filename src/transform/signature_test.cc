// What transformations do to C++ signatures (DESIGN 1): structs, spans, constants, captures, tuples
// and pairs.
#include "transform/signature.h"

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "ops/table.h"
#include "transform/pipeline.h"

namespace tlaloc::transform {
namespace {

using ir::Parameter;
using ir::Tree;
using Kind = Step::Kind;

Tree scalar(int leaf, std::string field = {}) {
  Tree t;
  t.kind = Tree::Kind::scalar;
  t.cpp_type = "double";
  t.leaf = leaf;
  t.field = std::move(field);
  t.differentiable = true;
  return t;
}
Tree integer(int leaf) {
  Tree t = scalar(leaf);
  t.cpp_type = "long";
  t.differentiable = false;
  return t;
}
Tree record(std::vector<Tree> children) {
  Tree t;
  t.kind = Tree::Kind::record;
  t.cpp_type = "Model";
  t.record = 0;
  t.children = std::move(children);
  return t;
}
Tree constant(std::string field) {
  Tree t;
  t.kind = Tree::Kind::constant;
  t.cpp_type = "int";
  t.field = std::move(field);
  return t;
}
Tree pair(Tree a, Tree b) {
  Tree t;
  t.kind = Tree::Kind::pair;
  t.children = {std::move(a), std::move(b)};
  return t;
}

Program program(const std::string& text, std::vector<Parameter> params, Tree result) {
  auto g = ir::parse("dxir 1\n\n" + text, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return {std::move(*g), {std::move(params), std::move(result)}};
}

Program derived(Program p, std::vector<Step> steps) {
  auto d = transform::apply(std::move(p), steps);
  if (!d) ADD_FAILURE() << base::text(d.error());
  return std::move(*d);
}
std::string refusal(Program p, std::vector<Step> steps) {
  const auto d = transform::apply(std::move(p), steps);
  return d ? "" : d.error().id;
}

// f(model {w, int heads, b}, n, captured c) = w * c + b
Program linear() {
  return program(
      R"(func @main(%w: f64[], %b: f64[], %n: i64[], %c: f64[]) -> f64[] {
  %p = mul(%w, %c) : f64[]
  %y = add(%p, %b) : f64[]
  return %y
}
)",
      {{"model", record({scalar(0, "w"), constant("heads"), scalar(1, "b")}), false, false},
       {"n", integer(2), false, false},
       {"c", scalar(3), false, true}},
      scalar(0));
}

Step step(Kind kind, std::vector<int> wrt = {}) { return {kind, std::move(wrt)}; }

std::vector<int> leaf_numbers(const Tree& t) {
  std::vector<int> out;
  for (const Tree* leaf : ir::leaves(t)) out.push_back(leaf->leaf);
  return out;
}

TEST(Signature, a_gradient_has_the_structs_type_and_copies_what_has_none) {
  const Program g = derived(linear(), {step(Kind::grad)});
  const Tree& r = g.boundary.result;
  ASSERT_EQ(r.kind, Tree::Kind::record);
  EXPECT_EQ(r.cpp_type, "Model");
  EXPECT_EQ(r.children[1].kind, Tree::Kind::constant);
  EXPECT_EQ(r.children[1].from, "model.heads");
  EXPECT_EQ(leaf_numbers(r), (std::vector<int>{0, 1}));
  EXPECT_EQ(g.graph.main().body.results.size(), 2u);
  ASSERT_EQ(g.boundary.params.size(), 3u);
  EXPECT_TRUE(g.boundary.params[2].captured);
}

TEST(Signature, value_and_gradient_are_a_pair) {
  const Program g = derived(linear(), {step(Kind::value_and_grad)});
  ASSERT_EQ(g.boundary.result.kind, Tree::Kind::pair);
  EXPECT_EQ(g.boundary.result.cpp_type, "std::pair<double, Model>");
  EXPECT_EQ(leaf_numbers(g.boundary.result), (std::vector<int>{0, 1, 2}));
}

TEST(Signature, auxiliary_results_stay_beside_the_value) {
  const auto f = [] {
    return program(R"(func @main(%x: f64[]) -> f64[], f64[] {
  %y = mul(%x, %x) : f64[]
  %z = sin(%x) : f64[]
  return %y, %z
}
)",
                   {{"x", scalar(0), false, false}}, pair(scalar(0), scalar(1)));
  };
  const Program both = derived(f(), {step(Kind::value_and_grad)});
  ASSERT_EQ(both.boundary.result.kind, Tree::Kind::pair);
  EXPECT_EQ(both.boundary.result.children[0].kind, Tree::Kind::pair);
  EXPECT_EQ(both.graph.main().body.results.size(), 3u);
  const Program alone = derived(f(), {step(Kind::grad)});
  EXPECT_EQ(alone.graph.main().body.results.size(), 1u);
}

TEST(Signature, a_spans_gradient_is_a_vector_and_several_are_a_tuple_in_the_order_written) {
  Tree span = scalar(1);
  span.kind = Tree::Kind::span;
  span.cpp_type = "std::span<const float>";
  const auto f = [&] {
    return program(R"(func @main(%a: f64[], %x: f32[n]) -> f64[] {
  %s = sum(%x) {axes = [0]} : f32[]
  %d = convert(%s) {dtype = dtype f64} : f64[]
  %y = mul(%a, %d) : f64[]
  return %y
}
)",
                   {{"a", scalar(0), false, false}, {"x", span, false, false}}, scalar(0));
  };
  const Program g = derived(f(), {step(Kind::grad, {1, 0})});
  ASSERT_EQ(g.boundary.result.kind, Tree::Kind::tuple);
  EXPECT_EQ(g.boundary.result.cpp_type, "std::tuple<std::vector<float>, double>");
  EXPECT_EQ(g.boundary.result.children[0].kind, Tree::Kind::vector);
  EXPECT_EQ(g.graph.main().type(g.graph.main().body.results[0]).rank(), 1);
  EXPECT_EQ(g.graph.main().type(g.graph.main().body.results[1]).rank(), 0);
}

TEST(Signature, tangents_stand_behind_the_arguments_and_before_the_captures) {
  const Program g = derived(linear(), {step(Kind::value_and_jvp)});
  ASSERT_EQ(g.boundary.params.size(), 4u);
  EXPECT_EQ(g.boundary.params[2].name, "dmodel");
  EXPECT_EQ(g.boundary.params[2].tree.children[1].kind, Tree::Kind::constant);
  EXPECT_EQ(leaf_numbers(g.boundary.params[2].tree), (std::vector<int>{3, 4}));
  EXPECT_TRUE(g.boundary.params[3].captured);
  EXPECT_EQ(leaf_numbers(g.boundary.params[3].tree), (std::vector<int>{5}));
  EXPECT_EQ(g.graph.main().values[g.graph.main().body.params[5].id].name, "c");
  EXPECT_EQ(g.boundary.result.kind, Tree::Kind::pair);
}

TEST(Signature, reverse_takes_a_cotangent_of_the_result) {
  const Program g = derived(linear(), {step(Kind::vjp)});
  ASSERT_EQ(g.boundary.params.size(), 4u);
  EXPECT_EQ(g.boundary.params[2].name, "dy");
  EXPECT_EQ(g.boundary.result.cpp_type, "Model");
}

TEST(Signature, a_name_is_not_taken_twice) {
  EXPECT_EQ(unused_name({{"dx", {}, false, false}, {"dx_", {}, false, false}}, "dx"), "dx__");
  EXPECT_EQ(unused_name({}, "do"), "do_");
}

TEST(Signature, refuses_what_has_no_gradient) {
  EXPECT_EQ(refusal(linear(), {step(Kind::grad, {1})}), "grad.argument");
  EXPECT_EQ(refusal(linear(), {step(Kind::grad, {2})}), "grad.argument");
  EXPECT_EQ(refusal(linear(), {step(Kind::grad), step(Kind::grad)}), "grad.scalar");
}

TEST(Signature, gradients_nest) {
  const auto square = program(R"(func @main(%x: f64[]) -> f64[] {
  %p = mul(%x, %x) : f64[]
  %y = mul(%p, %x) : f64[]
  return %y
}
)",
                              {{"x", scalar(0), false, false}}, scalar(0));
  const Program g = derived(square, {step(Kind::grad), step(Kind::grad)});
  EXPECT_EQ(g.boundary.result.kind, Tree::Kind::scalar);
  EXPECT_EQ(g.graph.main().body.params.size(), 1u);
}

// n times x: how many, only the run tells.
Program repeated() {
  Tree y = scalar(0);
  y.kind = Tree::Kind::tensor;
  y.cpp_type = "tlaloc::Vector<double>";
  return program(R"(func @main(%x: f64[], %n: i64[]) -> f64[m] {
  bind_size(%n) {symbol = "m"}
  %y = broadcast(%x) {axes = [], sizes = sizes [m]} : f64[m]
  return %y
}
)",
                 {{"x", scalar(0), false, false}, {"n", integer(1), false, false}}, y);
}

TEST(Signature, a_cotangent_bears_a_size_that_only_the_run_tells) {
  const Program g = derived(repeated(), {step(Kind::vjp)});
  const ir::Function& f = g.graph.main();
  ASSERT_EQ(f.body.params.size(), 3u);
  EXPECT_EQ(f.type(f.body.params[2]).sizes, ir::Sizes{ir::Size::symbol("given")});
  int checks = 0;
  for (const ir::Node& n : f.body.nodes)
    if (n.op->control == ir::Control::require && n.attrs.has("left"))
      checks += n.attrs.get<ir::Size>("left") == ir::Size::symbol("given") &&
                n.attrs.get<ir::Size>("right") == ir::Size::symbol("m") &&
                n.attrs.string("id") == "size.c1";
  EXPECT_EQ(checks, 1);
}

TEST(Signature, a_reverse_jacobian_finds_a_size_that_only_the_run_tells_before_it_sweeps) {
  const Program j = derived(repeated(), {step(Kind::jacobian_reverse)});
  const auto y =
      back::eval(j.graph, {back::Array::scalar(2.5), back::Array::scalar(std::int64_t{3})});
  ASSERT_TRUE(y.has_value()) << base::text(y.error());
  EXPECT_EQ(y->at(0).sizes, (std::vector<std::int64_t>{3}));
  EXPECT_EQ(y->at(0).numbers(), (std::vector<double>{1, 1, 1}));
}

}  // namespace
}  // namespace tlaloc::transform
