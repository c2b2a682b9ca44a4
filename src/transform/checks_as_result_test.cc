// Checks as a result: whether those held that a run came to, in every kind of control flow.
#include "transform/checks_as_result.h"

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/table.h"

namespace tlaloc::transform {
namespace {

ir::Graph parsed(const std::string& functions) {
  auto g = ir::parse("dxir 1\n\n" + functions, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return g ? *g : ir::Graph{};
}

/// The last result of the program at x: 1 where all checks held.
std::int64_t holds(const std::string& functions, double x, std::int64_t k) {
  const ir::Graph g = checks_as_result(parsed(functions));
  ir::check_valid(g, "checks_as_result");
  const auto y = back::eval(g, {back::Array::scalar(x), back::Array::scalar(k)});
  if (!y) ADD_FAILURE() << base::text(y.error());
  return y ? y->back().integer() : -1;
}

TEST(ChecksAsResult, leaves_a_graph_without_checks_alone) {
  const ir::Graph g = parsed("func @main(%x: f64[]) -> f64[] {\n  return %x\n}\n");
  EXPECT_FALSE(has_checks(g));
  EXPECT_EQ(ir::print(checks_as_result(g)), ir::print(g));
}

TEST(ChecksAsResult, takes_all_of_a_straight_line) {
  const std::string f = R"(func @main(%x: f64[], %k: i64[]) -> f64[] {
  %zero = constant() {dtype = dtype f64, value = float 0} : f64[]
  %nil = constant() {dtype = dtype i64, value = 0} : i64[]
  %a = gt(%x, %zero) : b1[]
  check(%a) {text = "a"}
  %b = gt(%k, %nil) : b1[]
  check(%b) {text = "b"}
  return %x
}
)";
  EXPECT_TRUE(has_checks(parsed(f)));
  EXPECT_EQ(holds(f, 1, 1), 1);
  EXPECT_EQ(holds(f, -1, 1), 0);
  EXPECT_EQ(holds(f, 1, -1), 0);
}

TEST(ChecksAsResult, asks_only_the_side_that_runs) {
  const std::string f = R"(func @main(%x: f64[], %k: i64[]) -> f64[] {
  %zero = constant() {dtype = dtype f64, value = float 0} : f64[]
  %nil = constant() {dtype = dtype i64, value = 0} : i64[]
  %b = gt(%k, %nil) : b1[]
  if(%b) do () {
    %a = gt(%x, %zero) : b1[]
    check(%a) {text = "a"}
    yield
  } do () {
    yield
  }
  return %x
}
)";
  EXPECT_EQ(holds(f, -1, 1), 0);
  EXPECT_EQ(holds(f, -1, 0), 1);
  EXPECT_EQ(holds(f, 1, 1), 1);
}

// k turns that take 1 from x each; x has to stay above 0, and a function says so.
const std::string kCounted = R"(func @main(%x: f64[], %k: i64[]) -> f64[] {
  %one = constant() {dtype = dtype f64, value = float 1} : f64[]
  %y = for(%k, %x) do (%i: i64[], %c: f64[]) {
    %d = sub(%c, %one) : f64[]
    %e = call(%d) {callee = "positive"} : f64[]
    yield %e
  } : f64[]
  return %y
}

func @positive(%x: f64[]) -> f64[] {
  %zero = constant() {dtype = dtype f64, value = float 0} : f64[]
  %a = gt(%x, %zero) : b1[]
  check(%a) {text = "a"}
  return %x
}
)";

TEST(ChecksAsResult, goes_through_loops_and_calls) {
  EXPECT_EQ(holds(kCounted, 3.5, 3), 1);
  EXPECT_EQ(holds(kCounted, 3.5, 4), 0);
  EXPECT_EQ(holds(kCounted, 3.5, 0), 1);
}

// Takes k from x while x is above 1; the condition asks that x is not above 10, the body that k is
// not 0. Without an end where k is 0.
const std::string kWhile = R"(func @main(%x: f64[], %k: i64[]) -> f64[] {
  %one = constant() {dtype = dtype f64, value = float 1} : f64[]
  %ten = constant() {dtype = dtype f64, value = float 10} : f64[]
  %nil = constant() {dtype = dtype i64, value = 0} : i64[]
  %step = convert(%k) {dtype = dtype f64} : f64[]
  %y = while(%x) do (%c: f64[]) {
    %a = le(%c, %ten) : b1[]
    check(%a) {text = "a"}
    %go = gt(%c, %one) : b1[]
    yield %go
  } do (%d: f64[]) {
    %b = ne(%k, %nil) : b1[]
    check(%b) {text = "b"}
    %e = sub(%d, %step) : f64[]
    yield %e
  } : f64[]
  return %y
}
)";

TEST(ChecksAsResult, ends_a_while_loop_whose_body_fails) {
  EXPECT_EQ(holds(kWhile, 5, 2), 1);
  EXPECT_EQ(holds(kWhile, 5, 0), 0);
  EXPECT_EQ(holds(kWhile, 0, 0), 1);
}

TEST(ChecksAsResult, says_that_a_condition_failed) {
  EXPECT_EQ(holds(kWhile, 11, 2), 0);
  EXPECT_EQ(holds(kWhile, 5, -3), 0);  // 5, 8, 11
}

}  // namespace
}  // namespace tlaloc::transform
