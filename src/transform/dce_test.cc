// Nodes that nobody reads.
#include "transform/dce.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

TEST(Dce, drops_what_nobody_reads) {
  expect_becomes(dce(parse(R"(func @main(%x: f64[]) -> f64[] {
  %a = sin(%x) : f64[]
  %b = cos(%x) : f64[]
  %c = exp(%b) : f64[]
  return %a
}
)")),
                 R"(func @main(%x: f64[]) -> f64[] {
  %a = sin(%x) : f64[]
  return %a
}
)");
}

TEST(Dce, drops_a_carried_value_that_only_feeds_itself) {
  expect_becomes(dce(parse(R"(func @main(%x: f64[], %n: i64[]) -> f64[] {
  %y, %z = for(%n, %x, %x) do (%i: i64[], %p: f64[], %q: f64[]) {
    %s = sin(%p) : f64[]
    %t = mul(%q, %s) : f64[]
    yield %s, %t
  } : f64[], f64[]
  return %y
}
)")),
                 R"(func @main(%x: f64[], %n: i64[]) -> f64[] {
  %y = for(%n, %x) do (%i: i64[], %p: f64[]) {
    %s = sin(%p) : f64[]
    yield %s
  } : f64[]
  return %y
}
)");
}

TEST(Dce, keeps_a_carried_value_that_another_one_reads) {
  const ir::Graph g = parse(R"(func @main(%x: f64[], %n: i64[]) -> f64[] {
  %y, %z = for(%n, %x, %x) do (%i: i64[], %p: f64[], %q: f64[]) {
    %t = mul(%q, %p) : f64[]
    yield %t, %p
  } : f64[], f64[]
  return %y
}
)");
  EXPECT_EQ(ir::print(dce(g)), ir::print(g));
}

TEST(Dce, keeps_a_check_and_what_holds_it) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n], %m: i64[], %c: b1[]) -> f64[n] {
  bind_size(%m) {symbol = "m"}
  if(%c) do () {
    require() {id = "a.c1", left = size n, op = "a", right = size m, text = "differ"}
    yield
  } do () {
    yield
  }
  return %x
}
)");
  EXPECT_EQ(ir::print(dce(g)), ir::print(g));
}

TEST(Dce, bears_no_size_that_nobody_mentions) {
  expect_becomes(dce(parse(R"(func @main(%x: f64[], %m: i64[]) -> f64[] {
  bind_size(%m) {symbol = "m"}
  return %x
}
)")),
                 R"(func @main(%x: f64[], %m: i64[]) -> f64[] {
  return %x
}
)");
}

}  // namespace
}  // namespace tlaloc::transform
