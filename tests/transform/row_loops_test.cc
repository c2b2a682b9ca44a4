// Rows of directions in loops: computed element by element, they are what they were.
#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/table.h"
#include "transform/derive.h"
#include "transform/fuse.h"
#include "transform/row_loops.h"

namespace tlaloc::transform_test {
namespace {

using back::Array;
using ir::Control;

int maps_in_loops(const ir::Graph& g) {
  int found = 0;
  for (const ir::Function& f : g.functions)
    ir::for_each_node(f.body, [&](const ir::Node& n) {
      if (n.op->control != Control::loop && n.op->control != Control::while_loop) return;
      for (const ir::Region& r : n.regions)
        ir::for_each_node(r, [&](const ir::Node& m) { found += m.op->control == Control::map; });
    });
  return found;
}

void expect_same(const ir::Graph& rows, const ir::Graph& whole, const std::vector<Array>& args,
                 const std::string& what) {
  ir::check_valid(rows, "row_loops");
  expect_close(run(rows, args), run(whole, args), 1e-13, what + "\n" + ir::print(rows));
}

void expect_rows_are_same(const corpus::Program& p, const std::vector<Kind>& kinds) {
  std::vector<transform::Step> steps;
  for (Kind k : kinds) steps.push_back({k, {}});
  const auto whole = transform::apply(with_signature(p.graph), steps);
  ASSERT_TRUE(whole.has_value()) << base::text(whole.error());
  const ir::Graph rows = transform::row_loops(transform::fuse(whole->graph), whole->directions);
  expect_same(rows, whole->graph, p.args, p.name);
}

class Rows : public testing::TestWithParam<corpus::Program> {};
TEST_P(Rows, of_a_jacobian_are_what_they_were) {
  expect_rows_are_same(GetParam(), {Kind::jacobian});
}
TEST_P(Rows, of_a_hessian_are_what_they_were) {
  if (GetParam().twice) expect_rows_are_same(GetParam(), {Kind::hessian});
}

std::vector<corpus::Program> programs() {
  std::vector<corpus::Program> out = corpus::control_programs();
  for (corpus::Loop& l : corpus::loops())
    out.push_back({"loop_" + l.name, l.graph, l.args(5), std::nullopt, true, true});
  return out;
}
std::string name(const testing::TestParamInfo<corpus::Program>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(corpus, Rows, testing::ValuesIn(programs()), name);

ir::Graph parse(const std::string& text) {
  auto g = ir::parse("dxir 1\n\n" + text, ops::find);
  EXPECT_TRUE(g.has_value()) << base::text(g.error());
  return *g;
}

/// A loop that carries four rows of three; `body` works on %p at rows %i and %j and makes %q.
ir::Graph on_rows(const std::string& body) {
  return parse(R"(func @main(%x: f64[4, 3], %rows: i64[n]) -> f64[4, 3] {
  %t = size() {size = size n} : i64[]
  %y = for(%t, %x) do (%i: i64[], %p: f64[4, 3]) {
    %j = index(%rows, %i) : i64[]
)" + body + R"(    yield %q
  } : f64[4, 3]
  return %y
}
)");
}

/// Rows that are the turn's own and others: 1, 0, 2, 2.
std::vector<Array> arguments() {
  Array x = Array::zeros(DType::f64, {4, 3}), rows = Array::zeros(DType::i64, {4});
  for (int i = 0; i < 12; ++i) x.as_mutable<double>()[i] = 0.5 + 0.25 * i;
  rows.as_mutable<std::int64_t>()[0] = 1;
  rows.as_mutable<std::int64_t>()[2] = rows.as_mutable<std::int64_t>()[3] = 2;
  return {x, rows};
}

int rooms(const ir::Graph& g) {
  int found = 0;
  ir::for_each_node(g.main().body, [&](const ir::Node& n) { found += n.op == ops::find("room"); });
  return found;
}

void expect_rooms(const std::string& body, int wanted) {
  const ir::Graph whole = on_rows(body);
  const ir::Graph rows = transform::row_loops(transform::fuse(whole), {ir::Size(3)});
  expect_same(rows, whole, arguments(), body);
  EXPECT_EQ(rooms(rows), wanted) << ir::print(rows);
  EXPECT_EQ(maps_in_loops(rows), 0) << ir::print(rows);
}

TEST(RowLoops, write_a_row_where_it_belongs) {
  expect_rooms(R"(    %a = index(%p, %i) : f64[3]
    %b = index(%p, %j) : f64[3]
    %c = mul(%a, %b) : f64[3]
    %d = add(%c, %a) : f64[3]
    %q = update(%p, %j, %d) : f64[4, 3]
)",
               0);
}

TEST(RowLoops, write_two_rows_that_may_be_one_in_order) {
  expect_rooms(R"(    %a = index(%p, %i) : f64[3]
    %b = index(%p, %j) : f64[3]
    %c = mul(%a, %b) : f64[3]
    %d = sub(%c, %a) : f64[3]
    %e = update(%p, %j, %c) : f64[4, 3]
    %q = add_at(%e, %i, %d) : f64[4, 3]
)",
               0);
}

TEST(RowLoops, keep_a_row_read_before_it_is_overwritten) {
  expect_rooms(R"(    %a = index(%p, %i) : f64[3]
    %b = index(%p, %j) : f64[3]
    %c = mul(%a, %b) : f64[3]
    %d = add(%c, %b) : f64[3]
    %e = update(%p, %j, %d) : f64[4, 3]
    %f = index(%e, %i) : f64[3]
    %g = mul(%f, %b) : f64[3]
    %h = add(%g, %a) : f64[3]
    %q = update(%e, %i, %h) : f64[4, 3]
)",
               2);
}

TEST(RowLoops, keep_a_row_whose_place_is_known_late) {
  expect_rooms(R"(    %a = index(%p, %j) : f64[3]
    %b = mul(%a, %a) : f64[3]
    %c = add(%b, %a) : f64[3]
    %d = index(%p, %i, %j) : f64[]
    %k = convert(%d) {dtype = dtype i64} : i64[]
    %l = rem(%k, %t) : i64[]
    %q = update(%p, %l, %c) : f64[4, 3]
)",
               1);
}

// Stored at once it would be there before the read, which then needed a copy of the whole array.
TEST(RowLoops, keep_a_row_whose_array_is_read_before_it_is_stored) {
  expect_rooms(R"(    %a = index(%p, %j) : f64[3]
    %b = mul(%a, %a) : f64[3]
    %c = add(%b, %a) : f64[3]
    %d = index(%p, %i, %j) : f64[]
    %e = update(%p, %j, %c) : f64[4, 3]
    %q = update(%e, %i, %j, %d) : f64[4, 3]
)",
               1);
}

TEST(RowLoops, copy_a_row_from_where_it_is) {
  expect_rooms(R"(    %a = index(%p, %j) : f64[3]
    %q = update(%p, %i, %a) : f64[4, 3]
)",
               0);
}

TEST(RowLoops, leave_rows_of_other_lengths_alone) {
  const ir::Graph g = transform::fuse(on_rows(R"(    %a = index(%p, %i) : f64[3]
    %c = mul(%a, %a) : f64[3]
    %d = add(%c, %a) : f64[3]
    %q = update(%p, %j, %d) : f64[4, 3]
)"));
  EXPECT_EQ(maps_in_loops(transform::row_loops(g, {ir::Size(4)})), 1);
  EXPECT_EQ(maps_in_loops(transform::row_loops(g, {})), 1);
}

}  // namespace
}  // namespace tlaloc::transform_test
