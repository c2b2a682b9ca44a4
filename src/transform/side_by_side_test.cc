// Two nodes that go the same way become one, where the second can do without the first.
#include "transform/side_by_side.h"

#include <gtest/gtest.h>

#include "ir/op_def.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

/// Joins the two nodes of the main function that have regions; the text of what came of it, or "".
std::string joined(const std::string& function) {
  ir::Graph g = parse(function);
  std::vector<std::size_t> with_regions;
  ir::Region& body = g.main().body;
  for (std::size_t i = 0; i < body.nodes.size(); ++i)
    if (!body.nodes[i].regions.empty()) with_regions.push_back(i);
  if (!join(g.main(), body, with_regions.at(0), with_regions.at(1))) return "";
  ir::check_valid(g, "join");
  return ir::print(g);
}
std::string text(const std::string& function) { return ir::print(parse(function)); }

// A loop that keeps its sum of each turn, at `where`; one that adds up what was kept.
std::string keeping(const std::string& where) {
  return R"(func @main(%x: f64[], %s: f64[n], %z: i64[]) -> f64[], f64[] {
  %n = size() {size = size n} : i64[]
  %p, %t = for(%n, %x, %s) do (%i: i64[], %q: f64[], %u: f64[n]) {
    %v = update(%u, )" +
         where + R"(, %q) : f64[n]
    %w = mul(%q, %x) : f64[]
    yield %w, %v
  } : f64[], f64[n]
  %m = sin(%p) : f64[]
  %y = for(%n, %x) do (%j: i64[], %a: f64[]) {
    %l = index(%t, %j) : f64[]
    %b = add(%a, %l) : f64[]
    yield %b
  } : f64[]
  return %m, %y
}
)";
}

TEST(SideBySide, what_a_turn_keeps_for_the_same_turn_goes_there_directly) {
  EXPECT_EQ(joined(keeping("%i")),
            text(R"(func @main(%x: f64[], %s: f64[n], %z: i64[]) -> f64[], f64[] {
  %n = size() {size = size n} : i64[]
  %p, %t, %y = for(%n, %x, %s, %x) do (%i: i64[], %q: f64[], %u: f64[n], %a: f64[]) {
    %v = update(%u, %i, %q) : f64[n]
    %w = mul(%q, %x) : f64[]
    %b = add(%a, %q) : f64[]
    yield %w, %v, %b
  } : f64[], f64[n], f64[]
  %m = sin(%p) : f64[]
  return %m, %y
}
)"));
}

TEST(SideBySide, what_is_stored_elsewhere_is_not_at_hand) { EXPECT_EQ(joined(keeping("%z")), ""); }

TEST(SideBySide, branches_on_one_condition_become_one) {
  const std::string head = "func @main(%x: f64[], %c: b1[]) -> f64[], f64[] {\n";
  const auto branch = [](const std::string& of) {
    return "  %b = if(%c) do () {\n    %d = cos(" + of +
           ") : f64[]\n    yield %d\n  } do () {\n    yield %x\n  } : f64[]\n";
  };
  const std::string first =
      "  %a = if(%c) do () {\n    %s = sin(%x) : f64[]\n    yield %s\n  } do () {\n    yield %x\n  "
      "}"
      " : f64[]\n";
  EXPECT_EQ(
      joined(head + first + branch("%x") + "  return %a, %b\n}\n"),
      text(head + "  %a, %b = if(%c) do () {\n    %s = sin(%x) : f64[]\n    %d = cos(%x) : f64[]\n"
                  "    yield %s, %d\n  } do () {\n    yield %x, %x\n  } : f64[], f64[]\n"
                  "  return %a, %b\n}\n"));
  EXPECT_EQ(joined(head + first + branch("%a") + "  return %a, %b\n}\n"), "");
}

}  // namespace
}  // namespace tlaloc::transform
