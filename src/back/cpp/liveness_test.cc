#include "back/cpp/liveness.h"

#include <gtest/gtest.h>

#include "ir/op_def.h"
#include "ir/text.h"
#include "ops/table.h"

namespace tlaloc::back {
namespace {

struct Read {
  ir::Graph graph;
  explicit Read(const std::string& body) {
    auto g = ir::parse(
        "dxir 1\n\nfunc @main(%x: f64[], %n: i64[], %c: b1[]) -> f64[] {\n" + body + "}\n",
        ops::find);
    if (!g) ADD_FAILURE() << base::text(g.error());
    if (g) graph = std::move(*g);
  }
  const ir::Function& f() const { return graph.main(); }
  ir::Value named(const std::string& name) const {
    for (std::size_t i = 0; i < f().values.size(); ++i)
      if (f().values[i].name == name) return {static_cast<int>(i)};
    ADD_FAILURE() << name;
    return {};
  }
};

TEST(Liveness, AValueIsDeadBehindItsLastReader) {
  const Read p(
      "  %a = sin(%x) : f64[]\n  %b = mul(%a, %x) : f64[]\n  %d = cos(%b) : f64[]\n  return %d\n");
  const Liveness live(p.f());
  EXPECT_TRUE(live.conflict(p.named("a"), p.named("x")));
  EXPECT_FALSE(live.conflict(p.named("a"), p.named("b")));  // b may stand where a stood
}

TEST(Liveness, WhatALoopReadsFromOutsideIsReadAgain) {
  const Read p(R"(  %a = sin(%x) : f64[]
  %y = for(%n, %x) do (%i: i64[], %s: f64[]) {
    %t = mul(%s, %a) : f64[]
    %u = add(%t, %t) : f64[]
    yield %u
  } : f64[]
  return %y
)");
  const Liveness live(p.f());
  EXPECT_TRUE(live.conflict(p.named("a"), p.named("u")));
  EXPECT_FALSE(live.conflict(p.named("s"), p.named("u")));  // carried in one variable
  EXPECT_FALSE(live.conflict(p.named("s"), p.named("y")));
}

TEST(Liveness, OneSideOfABranchDoesNotReadForTheOther) {
  const Read p(R"(  %a = sin(%x) : f64[]
  %y = if(%c) do () {
    %t = cos(%a) : f64[]
    yield %t
  } do () {
    yield %a
  } : f64[]
  return %y
)");
  const Liveness live(p.f());
  EXPECT_FALSE(live.conflict(p.named("a"), p.named("t")));
  EXPECT_FALSE(live.conflict(p.named("a"), p.named("y")));
}

}  // namespace
}  // namespace tlaloc::back
