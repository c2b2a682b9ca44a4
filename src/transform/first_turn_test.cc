// The first turn of a loop that asks for it, taken out.
#include "transform/first_turn.h"

#include <string>

#include <gtest/gtest.h>

#include "ir/verify.h"
#include "transform/optimise.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

/// A loop that asks whether its counter is `asked`.
ir::Graph asking(const std::string& asked, const std::string& trip = "n") {
  return parse("func @main(%x: f64[], %n: i64[]) -> f64[] {\n  %y = for(%" + trip +
               ", %x) do (%i: i64[], %p: f64[]) {\n" +
               "    %z = constant() {dtype = dtype i64, value = " + asked + R"(} : i64[]
    %c = eq(%i, %z) : b1[]
    %q = if(%c) do () {
      %a = sin(%p) : f64[]
      yield %a
    } do () {
      %b = cos(%p) : f64[]
      yield %b
    } : f64[]
    yield %q
  } : f64[]
  return %y
}
)");
}

TEST(FirstTurn, is_taken_out_where_a_branch_asks_for_it) {
  ir::Graph g = asking("0");
  EXPECT_TRUE(first_turn(g));
  ir::check_valid(g, "first_turn");
  expect_becomes(optimise(std::move(g)), R"(func @main(%x: f64[], %n: i64[]) -> f64[] {
  %0 = constant() {dtype = dtype i64, value = 0} : i64[]
  %1 = gt(%n, %0) : b1[]
  %2 = if(%1) do () {
    %a = sin(%x) : f64[]
    yield %a
  } do () {
    yield %x
  } : f64[]
  %3 = constant() {dtype = dtype i64, value = 1} : i64[]
  %4 = sub(%n, %3) : i64[]
  %y = for(%4, %2) do (%i: i64[], %p: f64[]) {
    %b = cos(%p) : f64[]
    yield %b
  } : f64[]
  return %y
}
)");
}

TEST(FirstTurn, stays_where_another_turn_is_asked_for) {
  ir::Graph g = asking("1");
  EXPECT_FALSE(first_turn(g));
}

}  // namespace
}  // namespace tlaloc::transform
