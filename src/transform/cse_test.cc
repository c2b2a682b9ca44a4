// Equal things, computed once.
#include "transform/cse.h"

#include <string>

#include <gtest/gtest.h>

#include "ir/op_def.h"
#include "ir/text.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

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

}  // namespace
}  // namespace tlaloc::transform
