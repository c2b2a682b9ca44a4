// What every turn has in common, taken out of the loop.
#include "transform/before_loops.h"

#include <gtest/gtest.h>

#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

TEST(BeforeLoops, takes_out_what_every_turn_has_in_common_as_far_as_it_can) {
  ir::Graph g = parse(R"(func @main(%x: f64[], %n: i64[], %k: i32[]) -> f64[] {
  %y = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %c = convert(%i) {dtype = dtype i32} : i32[]
    %z = for(%n, %p) do (%j: i64[], %q: f64[]) {
      %a = mul(%x, %x) : f64[]
      %two = constant() {dtype = dtype i32, value = 2} : i32[]
      %b = mul(%c, %k) : i32[]
      %h = div(%b, %two) : i32[]
      %d = convert(%h) {dtype = dtype f64} : f64[]
      %e = mul(%a, %d) : f64[]
      %s = add(%q, %e) : f64[]
      yield %s
    } : f64[]
    yield %z
  } : f64[]
  return %y
}
)");
  EXPECT_TRUE(before_loops(g));
  expect_becomes(g, R"(func @main(%x: f64[], %n: i64[], %k: i32[]) -> f64[] {
  %a = mul(%x, %x) : f64[]
  %two = constant() {dtype = dtype i32, value = 2} : i32[]
  %y = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %c = convert(%i) {dtype = dtype i32} : i32[]
    %b = mul(%c, %k) : i32[]
    %h = div(%b, %two) : i32[]
    %d = convert(%h) {dtype = dtype f64} : f64[]
    %e = mul(%a, %d) : f64[]
    %z = for(%n, %p) do (%j: i64[], %q: f64[]) {
      %s = add(%q, %e) : f64[]
      yield %s
    } : f64[]
    yield %z
  } : f64[]
  return %y
}
)");
  EXPECT_FALSE(before_loops(g));
}

TEST(BeforeLoops, leaves_what_may_fail_and_what_a_branch_holds) {
  ir::Graph g = parse(R"(func @main(%x: f64[], %n: i64[], %v: f64[3], %t: b1[]) -> f64[] {
  %y = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %a = div(%n, %n) : i64[]
    %b = index(%v, %n) : f64[]
    %c = convert(%x) {dtype = dtype i64} : i64[]
    %d = if(%t) do () {
      %e = exp(%x) : f64[]
      yield %e
    } do () {
      yield %p
    } : f64[]
    %f = convert(%a) {dtype = dtype f64} : f64[]
    %g = convert(%c) {dtype = dtype f64} : f64[]
    %h = add(%f, %g) : f64[]
    %k = add(%h, %b) : f64[]
    %s = add(%d, %k) : f64[]
    yield %s
  } : f64[]
  return %y
}
)");
  EXPECT_FALSE(before_loops(g));
}

TEST(BeforeLoops, turns_what_stands_still_once) {
  ir::Graph g = parse(R"(func @main(%x: f64[n, 4], %r: f64[n], %t: i64[]) -> f64[n] {
  %y = for(%t, %r) do (%i: i64[], %p: f64[n]) {
    %a = transpose(%x) {permutation = [1, 0]} : f64[4, n]
    %b = index(%a, %i) : f64[n]
    %c = add(%b, %p) : f64[n]
    yield %c
  } : f64[n]
  return %y
}
)");
  EXPECT_TRUE(before_loops(g));
  expect_becomes(g, R"(func @main(%x: f64[n, 4], %r: f64[n], %t: i64[]) -> f64[n] {
  %a = transpose(%x) {permutation = [1, 0]} : f64[4, n]
  %y = for(%t, %r) do (%i: i64[], %p: f64[n]) {
    %b = index(%a, %i) : f64[n]
    %c = add(%b, %p) : f64[n]
    yield %c
  } : f64[n]
  return %y
}
)");
}

}  // namespace
}  // namespace tlaloc::transform
