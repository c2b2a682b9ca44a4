// Calls replaced by what they call.
#include "transform/inline_calls.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ir/op_def.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "transform/dce.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

TEST(InlineCalls, puts_bodies_in_place_in_the_callers_sizes) {
  expect_becomes(dce(inline_calls(parse(R"(func @main(%x: f64[k]) -> f64[k] {
  %y = call(%x) {callee = "twice"} : f64[k]
  return %y
}

func @twice(%a: f64[n]) -> f64[n] {
  %b = call(%a) {callee = "once"} : f64[n]
  %c = call(%b) {callee = "once"} : f64[n]
  return %c
}

func @once(%a: f64[m]) -> f64[m] {
  %b = sin(%a) : f64[m]
  return %b
}
)"))),
                 R"(func @main(%x: f64[k]) -> f64[k] {
  %b = sin(%x) : f64[k]
  %b_2 = sin(%b) : f64[k]
  return %b_2
}
)");
}

TEST(InlineCalls, gives_each_body_its_own_size_symbols) {
  const ir::Graph g =
      dce(inline_calls(parse(R"(func @main(%x: i64[], %y: i64[]) -> f64[m], f64[m_2] {
  bind_size(%x) {symbol = "m"}
  %a = call(%x) {callee = "ones"} : f64[m]
  bind_size(%y) {symbol = "m_2"}
  %b = call(%y) {callee = "ones"} : f64[m_2]
  return %a, %b
}

func @ones(%n: i64[]) -> f64[m] {
  bind_size(%n) {symbol = "m"}
  %one = constant() {dtype = dtype f64, value = float 1} : f64[]
  %y = broadcast(%one) {axes = [], sizes = sizes [m]} : f64[m]
  return %y
}
)")));
  ir::check_valid(g, "inline_calls");
  std::vector<std::string> born;
  ir::for_each_node(g.main().body, [&](const ir::Node& n) {
    if (n.op->control == ir::Control::bind_size) born.push_back(n.attrs.string("symbol"));
  });
  ASSERT_GE(born.size(), 2u);
  std::sort(born.begin(), born.end());
  EXPECT_EQ(std::unique(born.begin(), born.end()), born.end());
}

TEST(InlineCalls, leaves_recursion) {
  const ir::Graph g = parse(R"(func @main(%x: f64[]) -> f64[] {
  %y = call(%x) {callee = "f"} : f64[]
  return %y
}

func @f(%a: f64[]) -> f64[] {
  %b = call(%a) {callee = "f"} : f64[]
  return %b
}
)");
  EXPECT_EQ(ir::print(inline_calls(g)), ir::print(g));
}

}  // namespace
}  // namespace tlaloc::transform
