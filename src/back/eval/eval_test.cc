#include "back/eval/eval.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/table.h"

namespace tlaloc::back {
namespace {

ir::Graph parse(const std::string& functions) {
  auto g = ir::parse("dxir 1\n\n" + functions, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return g ? *g : ir::Graph{};
}

std::string refusal(const ir::Graph& g, std::vector<Array> args) {
  const auto y = eval(g, std::move(args));
  return y ? "" : y.error().id;
}

Array ramp(std::int64_t n) {
  Array a = Array::zeros(DType::f64, {n});
  for (std::int64_t i = 0; i < n; ++i) a.as_mutable<double>()[i] = static_cast<double>(i + 1);
  return a;
}

TEST(Array, numbers_of_any_dtype) {
  const double v[] = {1.5, 2, 0};
  for (DType t : kAllDTypes) {
    const Array a = Array::from_numbers(t, v, {3});
    EXPECT_EQ(a.bytes.size(), 3 * size_of(t));
    EXPECT_EQ(a.number(2), 0);
    EXPECT_EQ(a.number(0), is_floating(t) ? 1.5 : 1);
  }
  EXPECT_EQ(text(Array::vector<float>({1, 2.5f})), "f32[2] [1, 2.5]");
  EXPECT_FALSE(Array::scalar(0.0) == Array::scalar(-0.0));  // bits, not values
}

const char* const kSum = R"(func @main(%x: f64[n]) -> f64[] {
  %z = constant() {dtype = dtype f64, value = float 0} : f64[]
  %n = size() {size = size n} : i64[]
  %s = for(%n, %z) do (%i: i64[], %c: f64[]) {
    %v = index(%x, %i) : f64[]
    %d = add(%c, %v) : f64[]
    yield %d
  } : f64[]
  return %s
}
)";

TEST(Eval, runs_loops_at_any_size) {
  for (std::int64_t n : {0, 1, 5})
    EXPECT_EQ(eval(parse(kSum), {ramp(n)})->at(0), Array::scalar(n * (n + 1) / 2.0));
}

TEST(Eval, counts_element_operations_and_what_is_alive) {
  Counters c;
  ASSERT_TRUE(eval(parse(kSum), {ramp(10)}, &c).has_value());
  EXPECT_EQ(c.element_ops, 20);  // a read and a sum a turn
  EXPECT_GE(c.peak_elements, 10);
  EXPECT_LE(c.peak_elements, 20);
}

const char* const kWrites = R"(func @main(%x: f64[n]) -> f64[n] {
  %n = size() {size = size n} : i64[]
  %o = constant() {dtype = dtype f64, value = float 1} : f64[]
  %b = neg(%x) : f64[n]
  %y = for(%n, %b) do (%i: i64[], %c: f64[n]) {
    %d = update(%c, %i, %o) : f64[n]
    yield %d
  } : f64[n]
  return %y
}
)";

TEST(Eval, a_write_into_a_dead_buffer_costs_its_part_alone) {
  Counters c;
  ASSERT_TRUE(eval(parse(kWrites), {ramp(10)}, &c).has_value());
  EXPECT_EQ(c.element_ops, 10 + 10);
}

TEST(Eval, a_write_into_a_live_buffer_costs_a_copy) {
  Counters c;
  ASSERT_TRUE(eval(parse(R"(func @main(%x: f64[n]) -> f64[n], f64[n] {
  %i = constant() {dtype = dtype i64, value = 0} : i64[]
  %o = constant() {dtype = dtype f64, value = float 1} : f64[]
  %b = neg(%x) : f64[n]
  %y = update(%b, %i, %o) : f64[n]
  return %b, %y
}
)"),
                   {ramp(10)}, &c)
                  .has_value());
  EXPECT_EQ(c.element_ops, 10 + 10);
}

TEST(Eval, refuses_what_does_not_fit) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n], %y: f64[n]) -> f64[n] {
  %z = add(%x, %y) : f64[n]
  return %z
}
)");
  EXPECT_EQ(refusal(g, {ramp(2), ramp(2)}), "");
  EXPECT_EQ(refusal(g, {ramp(2), ramp(3)}), "eval.arguments");
  EXPECT_EQ(refusal(g, {ramp(2)}), "eval.arguments");
  EXPECT_EQ(refusal(g, {ramp(2), Array::vector<float>({1, 2})}), "eval.arguments");
}

TEST(Eval, refuses_an_index_outside_and_a_negative_size) {
  const ir::Graph read = parse(R"(func @main(%x: f64[n], %i: i64[]) -> f64[] {
  %y = index(%x, %i) : f64[]
  return %y
}
)");
  EXPECT_EQ(refusal(read, {ramp(3), Array::scalar(std::int64_t{2})}), "");
  EXPECT_EQ(refusal(read, {ramp(3), Array::scalar(std::int64_t{3})}), "index.range");
  EXPECT_EQ(refusal(read, {ramp(3), Array::scalar(std::int64_t{-1})}), "index.range");
  const ir::Graph size = parse(R"(func @main(%n: i64[]) -> f64[m] {
  bind_size(%n) {symbol = "m"}
  %o = constant() {dtype = dtype f64, value = float 1} : f64[]
  %y = broadcast(%o) {axes = [], sizes = sizes [m]} : f64[m]
  return %y
}
)");
  EXPECT_EQ(eval(size, {Array::scalar(std::int64_t{2})})->at(0), Array::vector<double>({1, 1}));
  EXPECT_EQ(refusal(size, {Array::scalar(std::int64_t{-1})}), "size.negative");
}

TEST(Eval, checks_where_a_check_stands) {
  const ir::Graph g = parse(R"(func @main(%x: f64[n], %m: i64[]) -> f64[n] {
  bind_size(%m) {symbol = "m"}
  require() {id = "matmul.c2", left = size n, op = "matmul", right = size m, text = "the sides differ"}
  return %x
}
)");
  EXPECT_EQ(refusal(g, {ramp(3), Array::scalar(std::int64_t{3})}), "");
  EXPECT_EQ(refusal(g, {ramp(3), Array::scalar(std::int64_t{4})}), "matmul.c2");
}

TEST(Eval, evaluates_the_taken_side_alone) {
  const ir::Graph g = parse(R"(func @main(%c: b1[], %x: f64[n], %i: i64[]) -> f64[] {
  %y = if(%c) do () {
    %a = index(%x, %i) : f64[]
    yield %a
  } do () {
    %z = constant() {dtype = dtype f64, value = float 7} : f64[]
    yield %z
  } : f64[]
  return %y
}
)");
  EXPECT_EQ(eval(g, {Array::scalar(false), ramp(1), Array::scalar(std::int64_t{9})})->at(0),
            Array::scalar(7.0));
}

TEST(Eval, endless_recursion_is_an_error) {
  EXPECT_EQ(refusal(parse(R"(func @main(%x: f64[]) -> f64[] {
  %y = call(%x) {callee = "main"} : f64[]
  return %y
}
)"),
                    {Array::scalar(1.0)}),
            "eval.depth");
}

}  // namespace
}  // namespace tlaloc::back
