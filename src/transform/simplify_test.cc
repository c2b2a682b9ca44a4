// What a rewrite or a decided branch leaves.
#include "transform/simplify.h"

#include <string>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "transform/optimise.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

TEST(Simplify, folds_constants_through_the_reference) {
  const ir::Graph g = optimise(parse(R"(func @main(%x: f64[]) -> f64[] {
  %a = constant() {dtype = dtype f64, value = float 2} : f64[]
  %b = constant() {dtype = dtype f64, value = float 3} : f64[]
  %c = mul(%a, %b) : f64[]
  %d = mul(%c, %x) : f64[]
  return %d
}
)"));
  EXPECT_NE(ir::print(g).find("value = float 6"), std::string::npos) << ir::print(g);
  EXPECT_EQ(g.main().body.nodes.size(), 2u);
}

TEST(Simplify, folds_constants_that_are_repeated) {
  const ir::Graph g = optimise(parse(R"(func @main(%x: f64[n]) -> f64[n] {
  %a = constant() {dtype = dtype f64, value = float 2} : f64[]
  %b = broadcast(%a) {axes = [], sizes = sizes [n]} : f64[n]
  %c = constant() {dtype = dtype f64, value = float 0} : f64[]
  %d = broadcast(%c) {axes = [], sizes = sizes [n]} : f64[n]
  %e = eq(%b, %d) : b1[n]
  %f = select(%e, %x, %b) : f64[n]
  %g = mul(%f, %x) : f64[n]
  return %g
}
)"));
  EXPECT_EQ(ir::print(g).find("eq("), std::string::npos) << ir::print(g);
  EXPECT_EQ(ir::print(g).find("select("), std::string::npos) << ir::print(g);
}

TEST(Simplify, a_sum_of_sums_is_one_over_the_axes_of_the_inner_operand) {
  expect_becomes(optimise(parse(R"(func @main(%x: f64[2, 3, 4]) -> f64[3] {
  %a = sum(%x) {axes = [0]} : f64[3, 4]
  %b = sum(%a) {axes = [1]} : f64[3]
  return %b
}
)")),
                 R"(func @main(%x: f64[2, 3, 4]) -> f64[3] {
  %b = sum(%x) {axes = [0, 2]} : f64[3]
  return %b
}
)");
}

TEST(Simplify, leaves_an_integer_quotient_by_zero_to_the_run) {
  const ir::Graph g = optimise(parse(R"(func @main() -> i64[] {
  %a = constant() {dtype = dtype i64, value = 2} : i64[]
  %b = constant() {dtype = dtype i64, value = 0} : i64[]
  %c = rem(%a, %b) : i64[]
  return %c
}
)"));
  EXPECT_EQ(g.main().body.nodes.size(), 3u);
}

TEST(Simplify, takes_the_side_that_is_decided) {
  expect_becomes(optimise(parse(R"(func @main(%x: f64[]) -> f64[] {
  %c = constant() {dtype = dtype b1, value = false} : b1[]
  %d = if(%c) do () {
    %e = sin(%x) : f64[]
    yield %e
  } do () {
    %f = cos(%x) : f64[]
    yield %f
  } : f64[]
  return %d
}
)")),
                 R"(func @main(%x: f64[]) -> f64[] {
  %f = cos(%x) : f64[]
  return %f
}
)");
}

TEST(Simplify, does_not_carry_what_no_turn_changes) {
  expect_becomes(optimise(parse(R"(func @main(%x: f64[], %y: f64[], %n: i64[]) -> f64[], f64[] {
  %a, %b = for(%n, %x, %y) do (%i: i64[], %p: f64[], %q: f64[]) {
    %s = mul(%p, %q) : f64[]
    yield %s, %q
  } : f64[], f64[]
  return %a, %b
}
)")),
                 R"(func @main(%x: f64[], %y: f64[], %n: i64[]) -> f64[], f64[] {
  %a = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %s = mul(%p, %y) : f64[]
    yield %s
  } : f64[]
  return %a, %y
}
)");
}

TEST(Simplify, a_loop_of_no_turns_is_its_operands) {
  expect_becomes(optimise(parse(R"(func @main(%x: f64[]) -> f64[] {
  %n = constant() {dtype = dtype i64, value = 0} : i64[]
  %y = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %s = sin(%p) : f64[]
    yield %s
  } : f64[]
  return %y
}
)")),
                 R"(func @main(%x: f64[]) -> f64[] {
  return %x
}
)");
}

}  // namespace
}  // namespace tlaloc::transform
