#include "back/explain/explain.h"

#include <gtest/gtest.h>

#include "back/explain/cost.h"
#include "back/explain/kept.h"
#include "ir/text.h"
#include "ops/table.h"
#include "transform/fuse.h"
#include "transform/optimise.h"
#include "transform/vjp.h"

namespace tlaloc::back {
namespace {

ir::Graph parse(const std::string& functions) {
  auto g = ir::parse("dxir 1\n\n" + functions, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return g ? *g : ir::Graph{};
}

ir::Graph gradient(const ir::Graph& g) {
  auto out = transform::vjp(g, std::vector<bool>(g.main().body.params.size(), true), {true});
  if (!out) ADD_FAILURE() << base::text(out.error());
  return transform::optimise(*out);
}

TEST(Cost, ElementsProductsAndReductions) {
  const Cost c = cost(parse(R"(func @main(%a: f32[m, k], %b: f32[k, n]) -> f32[] {
  %c = contract(%a, %b) {left_batch = [], left_contract = [1], right_batch = [], right_contract = [0]} : f32[m, n]
  %d = exp(%c) : f32[m, n]
  %s = sum(%d) {axes = [0, 1]} : f32[]
  return %s
}
)"));
  // 2 m n k of the product, m n each of exp and sum.
  EXPECT_EQ(c.flops, *ir::Size::parse("2*k*m*n + 2*m*n"));
  EXPECT_EQ(c.read, *ir::Size::parse("4*k*m + 4*k*n + 8*m*n"));
  EXPECT_EQ(c.written, *ir::Size::parse("8*m*n"));
}

TEST(Cost, AFusedMapReadsAndWritesItsEnds) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n]) -> f64[n] {
  %a = sin(%x) : f64[n]
  %b = mul(%a, %a) : f64[n]
  %c = exp(%b) : f64[n]
  return %c
}
)");
  EXPECT_EQ(cost(g).read, *ir::Size::parse("32*n"));
  const Cost fused = cost(transform::fuse(g));
  EXPECT_EQ(fused.flops, *ir::Size::parse("3*n"));
  EXPECT_EQ(fused.read, *ir::Size::parse("8*n"));
  EXPECT_EQ(fused.written, *ir::Size::parse("8*n"));
}

constexpr const char* kLoop = R"(func @main(%x: f64[n]) -> f64[] {
  %one = constant() {dtype = dtype f64, value = float 1} : f64[]
  %turns = size() {size = size n} : i64[]
  %p = for(%turns, %one) do (%i: i64[], %p_2: f64[]) {
    %e = index(%x, %i) : f64[]
    %s = sin(%p_2) : f64[]
    %q = mul(%s, %e) : f64[]
    yield %q
  } : f64[]
  return %p
}
)";

TEST(Cost, TurnsCountAndElementsAreReadInPlace) {
  const Cost c = cost(parse(kLoop));
  EXPECT_EQ(c.flops, *ir::Size::parse("2*n"));
  EXPECT_EQ(c.read, *ir::Size::parse("8*n"));
}

TEST(Kept, ALoopKeepsWhatItCarries) {
  const ir::Graph g = parse(kLoop);
  const auto all = kept(g.main(), gradient(g).main());
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(ir::text(all[0].type), "f64[n]");
  EXPECT_NE(all[0].where.find("each turn"), std::string::npos);
  EXPECT_FALSE(all[0].readers.empty());
}

TEST(Kept, ASumKeepsNothing) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n]) -> f64[] {
  %zero = constant() {dtype = dtype f64, value = float 0} : f64[]
  %turns = size() {size = size n} : i64[]
  %p = for(%turns, %zero) do (%i: i64[], %p_2: f64[]) {
    %e = index(%x, %i) : f64[]
    %s = mul(%e, %e) : f64[]
    %q = add(%p_2, %s) : f64[]
    yield %q
  } : f64[]
  return %p
}
)");
  const ir::Graph d = gradient(g);
  EXPECT_TRUE(kept(g.main(), d.main()).empty());
  EXPECT_NE(explain({"grad", g, d}).find("nothing"), std::string::npos);
}

TEST(Kept, StraightCodeKeepsWhatASlopeReads) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n]) -> f64[] {
  %a = mul(%x, %x) : f64[n]
  %b = exp(%a) : f64[n]
  %s = sum(%b) {axes = [0]} : f64[]
  return %s
}
)");
  const auto all = kept(g.main(), gradient(g).main());
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].what, "b");
  EXPECT_EQ(all[0].where, "");
}

}  // namespace
}  // namespace tlaloc::back
