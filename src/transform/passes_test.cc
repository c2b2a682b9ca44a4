// The passes that make a program smaller, on programs small enough to read.
#include <algorithm>

#include <gtest/gtest.h>

#include "ir/op_def.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/table.h"
#include "transform/before_loops.h"
#include "transform/carry_turned.h"
#include "transform/cse.h"
#include "transform/dce.h"
#include "transform/first_turn.h"
#include "transform/inline_calls.h"
#include "transform/optimise.h"
#include "transform/simplify.h"
#include "transform/written_whole.h"

namespace tlaloc::transform {
namespace {

ir::Graph parse(const std::string& functions) {
  auto g = ir::parse("dxir 1\n\n" + functions, ops::find);
  if (!g) ADD_FAILURE() << base::text(g.error());
  return g ? *g : ir::Graph{};
}

void expect_becomes(const ir::Graph& got, const std::string& functions) {
  ir::check_valid(got, "a pass");
  EXPECT_EQ(ir::print(got), ir::print(parse(functions)));
}

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

TEST(Cse, computes_equal_things_once_and_sees_into_regions) {
  expect_becomes(cse(parse(R"(func @main(%x: f64[], %c: b1[]) -> f64[] {
  %a = sin(%x) : f64[]
  %b = sin(%x) : f64[]
  %d = if(%c) do () {
    %e = sin(%x) : f64[]
    %f = mul(%e, %b) : f64[]
    yield %f
  } do () {
    yield %a
  } : f64[]
  return %d
}
)")),
                 R"(func @main(%x: f64[], %c: b1[]) -> f64[] {
  %a = sin(%x) : f64[]
  %d = if(%c) do () {
    %f = mul(%a, %a) : f64[]
    yield %f
  } do () {
    yield %a
  } : f64[]
  return %d
}
)");
}

// The same branch twice, and one that differs in what it captures.
TEST(Cse, takes_a_branch_only_once) {
  const auto branch = [](const std::string& y, const std::string& captured) {
    return "  %" + y + " = if(%c) do () {\n    %" + y + "_s = sin(%" + captured +
           ") : f64[]\n    %" + y + "_p = mul(%" + y + "_s, %x) : f64[]\n    yield %" + y +
           "_p\n  } do () {\n    yield %x\n  } : f64[]\n";
  };
  const std::string head = "func @main(%x: f64[], %z: f64[], %c: b1[]) -> f64[] {\n";
  expect_becomes(
      cse(parse(head + branch("a", "x") + branch("b", "x") + branch("d", "z") +
                "  %p = mul(%a, %b) : f64[]\n  %q = mul(%p, %d) : f64[]\n  return %q\n}\n")),
      head + branch("a", "x") + branch("d", "z") +
          "  %p = mul(%a, %a) : f64[]\n  %q = mul(%p, %d) : f64[]\n  return %q\n}\n");
}

// Both begin like x with v at i.
const std::string kTwoBeginnings =
    "func @main(%x: f64[4], %c: b1[], %v: f64[], %i: i64[]) -> f64[4] {\n"
    "  %a = if(%c) do () {\n    %d = update(%x, %i, %v) : f64[4]\n    yield %d\n  } do () {\n"
    "    yield %x\n  } : f64[4]\n"
    "  %b = if(%c) do () {\n    %e = update(%x, %i, %v) : f64[4]\n    yield %e\n  } do () {\n"
    "    yield %x\n  } : f64[4]\n";

TEST(Cse, leaves_two_buffers_that_are_written_on) {
  const ir::Graph g = parse(kTwoBeginnings + R"(  %y = for(%i, %a) do (%j: i64[], %p: f64[4]) {
    %q = update(%p, %j, %v) : f64[4]
    yield %q
  } : f64[4]
  %m = add(%y, %y) : f64[4]
  %z = for(%i, %b) do (%l: i64[], %r: f64[4]) {
    %s = index(%m, %l) : f64[]
    %t = update(%r, %l, %s) : f64[4]
    yield %t
  } : f64[4]
  return %z
}
)");
  EXPECT_EQ(ir::print(cse(g)), ir::print(g));
}

TEST(Cse, takes_two_buffers_that_are_only_read_once) {
  const ir::Graph g = cse(parse(kTwoBeginnings + "  %m = add(%a, %b) : f64[4]\n  return %m\n}\n"));
  EXPECT_EQ(g.main().body.nodes.size(), 2u);
}

// Room may be larger than what it is asked for, so a size that has to be right is born beside it.
TEST(Cse, what_is_only_room_stands_for_no_size) {
  const auto births = [](const std::string& first, const std::string& second) {
    const auto birth = [](const std::string& symbol, const std::string& room) {
      return "  bind_size(%n) {" + room + "symbol = \"" + symbol + "\"}\n";
    };
    const ir::Graph g = cse(parse("func @main(%n: i64[]) -> i64[], i64[] {\n" + birth("a", first) +
                                  birth("b", second) +
                                  "  %x = size() {size = size a} : i64[]\n"
                                  "  %y = size() {size = size b} : i64[]\n"
                                  "  return %x, %y\n}\n"));
    int count = 0;
    for (const ir::Node& n : g.main().body.nodes) count += n.op->control == ir::Control::bind_size;
    return count;
  };
  const std::string room = "room_only = true, ";
  EXPECT_EQ(births("", ""), 1);
  EXPECT_EQ(births(room, room), 1);
  EXPECT_EQ(births("", room), 1);
  EXPECT_EQ(births(room, ""), 2);
}

TEST(Cse, does_not_take_a_value_out_of_a_region) {
  const ir::Graph g = parse(R"(func @main(%x: f64[], %c: b1[]) -> f64[] {
  %d = if(%c) do () {
    %e = sin(%x) : f64[]
    yield %e
  } do () {
    %f = sin(%x) : f64[]
    yield %f
  } : f64[]
  %g = sin(%x) : f64[]
  %h = add(%d, %g) : f64[]
  return %h
}
)");
  EXPECT_EQ(ir::print(cse(g)), ir::print(g));
}

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

TEST(Verify, a_symbol_lives_in_the_region_of_its_birth) {
  const auto says = [](const std::string& body) {
    const auto g =
        ir::parse("dxir 1\n\nfunc @main(%k: i64[]) -> i64[] {\n" + body + "}\n", ops::find);
    return g ? "" : base::text(g.error());
  };
  const std::string loop = R"(  %c = for(%k, %k) do (%i: i64[], %p: i64[]) {
    bind_size(%i) {symbol = "n"}
    %s = size() {size = size n} : i64[]
    yield %s
  } : i64[]
)";
  const std::string read = "  %t = size() {size = size n} : i64[]\n  return %t\n";
  const std::string bind = "  bind_size(%k) {symbol = \"n\"}\n";
  EXPECT_EQ(says(bind + read), "");
  EXPECT_EQ(says(loop + "  return %c\n"), "");
  EXPECT_NE(says(loop + read).find("n is not born there"), std::string::npos);
  EXPECT_NE(says(bind + loop + read).find("born where it stands already"), std::string::npos);
  EXPECT_EQ(says(loop + bind + read), "");
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

/// y[i] = ... in a loop over all or part of a copy of x; `body` gives %q from %p, the tensor so
/// far.
ir::Graph writes(const std::string& trip, const std::string& body) {
  return parse("func @main(%x: f64[n]) -> f64[n] {\n  %n = size() {size = size n} : i64[]\n" +
               ("  %trip = " + trip + " : i64[]\n  %y = for(%trip, %x)") +
               " do (%i: i64[], %p: f64[n]) {\n" + body +
               "    yield %q\n  } : f64[n]\n  return %y\n}\n");
}
bool begins_with_room(ir::Graph g) {
  const bool changed = written_whole(g);
  ir::check_valid(g, "written_whole");
  EXPECT_EQ(changed, ir::print(g).find("room") != std::string::npos);
  EXPECT_FALSE(written_whole(g)) << "a second time";
  return changed;
}

TEST(WrittenWhole, a_loop_over_all_elements_begins_with_room) {
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %s = sin(%e) : f64[]
    %q = update(%p, %i, %s) : f64[n]
)")));
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %w = update(%p, %i, %e) : f64[n]
    %s = index(%w, %i) : f64[]
    %q = add_at(%w, %i, %s) : f64[n]
)"))) << "its own element, read once it is written";
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %c = lt(%e, %e) : b1[]
    %q = if(%c) do () {
      %a = update(%p, %i, %e) : f64[n]
      yield %a
    } do () {
      %s = sin(%e) : f64[]
      %b = update(%p, %i, %s) : f64[n]
      yield %b
    } : f64[n]
)")));
}

TEST(WrittenWhole, what_may_be_read_stays) {
  const std::string write = R"(    %e = index(%x, %i) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n - 1}", write))) << "not all elements";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%p, %i) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)"))) << "read before it is written";
  EXPECT_FALSE(begins_with_room(
      writes("size() {size = size n}", R"(    %z = constant() {dtype = dtype i64, value = 0} : i64[]
    %e = index(%p, %z) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)"))) << "another element is read";
  EXPECT_FALSE(begins_with_room(
      writes("size() {size = size n}", R"(    %z = constant() {dtype = dtype i64, value = 0} : i64[]
    %e = index(%x, %i) : f64[]
    %w = update(%p, %i, %e) : f64[n]
    %o = index(%w, %z) : f64[]
    %q = add_at(%w, %i, %o) : f64[n]
)"))) << "another element is read afterwards";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %q = add_at(%p, %i, %e) : f64[n]
)"))) << "added to what was there";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %c = lt(%e, %e) : b1[]
    %q = if(%c) do () {
      %a = update(%p, %i, %e) : f64[n]
      yield %a
    } do () {
      yield %p
    } : f64[n]
)"))) << "written on one side alone";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %j = convert(%i) {dtype = dtype i8} : i8[]
    %q = update(%p, %j, %e) : f64[n]
)"))) << "an index that wraps";
}

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
