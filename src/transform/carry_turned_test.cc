// A tensor that every turn transposes, carried the other way round.
#include "transform/carry_turned.h"

#include <gtest/gtest.h>

#include "transform/optimise.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

const char* const kTurnsEveryTurn =
    R"(func @main(%x: f64[n, 4], %r: f64[n], %t: i64[]) -> f64[n, 4] {
  %y = for(%t, %x) do (%i: i64[], %p: f64[n, 4]) {
    %a = transpose(%p) {permutation = [1, 0]} : f64[4, n]
    %b = index(%a, %i) : f64[n]
    %c = add(%b, %r) : f64[n]
    %d = update(%a, %i, %c) : f64[4, n]
    %e = transpose(%d) {permutation = [1, 0]} : f64[n, 4]
    yield %e
  } : f64[n, 4]
  return %y
}
)";

TEST(CarryTurned, turns_around_a_loop_and_not_in_it) {
  ir::Graph g = parse(kTurnsEveryTurn);
  EXPECT_TRUE(carry_turned(g));
  expect_becomes(optimise(std::move(g)),
                 R"(func @main(%x: f64[n, 4], %r: f64[n], %t: i64[]) -> f64[n, 4] {
  %0 = transpose(%x) {permutation = [1, 0]} : f64[4, n]
  %y = for(%t, %0) do (%i: i64[], %p: f64[4, n]) {
    %b = index(%p, %i) : f64[n]
    %c = add(%b, %r) : f64[n]
    %d = update(%p, %i, %c) : f64[4, n]
    yield %d
  } : f64[4, n]
  %1 = transpose(%y) {permutation = [1, 0]} : f64[n, 4]
  return %1
}
)");
}

TEST(CarryTurned, leaves_what_is_also_read_as_it_is) {
  ir::Graph g = parse(R"(func @main(%x: f64[4, 4], %t: i64[]) -> f64[4, 4] {
  %y = for(%t, %x) do (%i: i64[], %p: f64[4, 4]) {
    %a = transpose(%p) {permutation = [1, 0]} : f64[4, 4]
    %b = mul(%a, %p) : f64[4, 4]
    %e = transpose(%b) {permutation = [1, 0]} : f64[4, 4]
    yield %e
  } : f64[4, 4]
  return %y
}
)");
  EXPECT_FALSE(carry_turned(g));
}

}  // namespace
}  // namespace tlaloc::transform
