#include "ir/text.h"

#include <limits>

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/op_def.h"
#include "ir/verify.h"

namespace tlaloc::ir {
namespace {

// Four ops of the test's own: the text form must not depend on the op table.
base::Result<std::vector<Type>> same_type(TypeQuery& q) {
  for (int i = 0; i < q.x[0].rank(); ++i)
    if (auto ok = q.equal(q.x[0].sizes[i], q.x[1].sizes[i], "plus", "plus.c1", "sizes differ"); !ok)
      return base::fail(ok.error());
  return std::vector<Type>{q.x[0]};
}
base::Result<std::vector<Type>> literal_type(TypeQuery& q) {
  return std::vector<Type>{scalar_type(q.attrs.get<DType>("dtype"))};
}
constexpr OpDef kPlus{.name = "plus", .infer = same_type};
constexpr OpDef kLiteral{.name = "literal", .infer = literal_type};
constexpr OpDef kBranch{.name = "branch", .control = Control::branch};
constexpr OpDef kRequire{.name = "require", .control = Control::require, .has_effect = true};

const OpDef* find(std::string_view name) {
  for (const OpDef* op : {&kPlus, &kLiteral, &kBranch, &kRequire})
    if (op->name == name) return op;
  return nullptr;
}

Type f32(Sizes s) { return make_type(DType::f32, std::move(s)); }

TEST(Text, RoundTripsByteForByte) {
  Graph g;
  Function& f = g.functions.emplace_back();
  f.name = "main";
  const Value x = f.add_param(f32({Size::symbol("n"), 3}), "x");
  const Value y = f.add_param(make_type(DType::f32, {Size::symbol("n"), 3}, {"batch", ""}), "x");
  Builder b(f, kRequire);
  b.at({"main.cpp", 7, 9});
  const Value s = b.add(kPlus, {x, y});
  b.name(s, "the sum");  // no word: printed as a number
  const Value c = b.add(kLiteral, {},
                        {{"dtype", DType::f64},
                         {"value", -std::numeric_limits<double>::infinity()},
                         {"axes", Ints{0, 1}},
                         {"sizes", Sizes{Size::symbol("n") + 1}},
                         {"label", std::string("a\"b\\\n")},
                         {"empty", Ints{}},
                         {"on", true},
                         {"size", Size::symbol("n") * 2},
                         {"count", std::int64_t{-4}}});
  const Value p = b.add(kLiteral, {}, {{"dtype", DType::b1}});
  b.open_region({});
  Region then = b.close_region({b.add(kPlus, {x, s})});
  b.open_region({});
  Region otherwise = b.close_region({y});
  // The first region's node was added outside of it: both sides may read values around them.
  const Values r =
      b.add_structural(kBranch, {p}, {}, {std::move(then), std::move(otherwise)}, {f.type(x)});
  f.body.results = {r[0], c};

  const std::string text = print(g);
  const auto back = parse(text, find);
  ASSERT_TRUE(back) << base::text(back.error()) << "\n" << text;
  EXPECT_EQ(print(*back), text);
  EXPECT_NE(text.find("%x_2: f32[\"batch\"=n, 3]"), std::string::npos) << text;
}

TEST(Text, ErrorsNameThePlace) {
  const auto bad = [](std::string_view t) {
    const auto g = parse(t, find);
    return g ? std::string("no error") : base::text(g.error());
  };
  EXPECT_EQ(bad("dxir 2\n"),
            "error: dxir: text version 2, but this library reads 1 at 1:7 [dxir.parse]");
  EXPECT_NE(bad("dxir 1\nfunc @f(%a: f33[]) -> f32[] {\n").find("'f33' is no dtype at 2:16"),
            std::string::npos);
  EXPECT_NE(bad("dxir 1\nfunc @f(%a: f32[]) -> f32[] {\n  %b = minus(%a) : f32[]\n  return %b\n}")
                .find("'minus' is no op"),
            std::string::npos);
  EXPECT_NE(bad("dxir 1\nfunc @f(%a: f32[]) -> f32[] {\n  return %b\n}").find("%b is not defined"),
            std::string::npos);
  EXPECT_NE(bad("dxir 1\nfunc @f(%a: f32[2], %b: f32[3]) -> f32[2] {\n %c = plus(%a, %b) : "
                "f32[2]\n return %c\n}")
                .find("plus.c1"),
            std::string::npos);
  EXPECT_NE(bad("dxir 1").find("expected a function"), std::string::npos);
}

TEST(Builder, EqualSizesBecomeOneSymbolAndAreRequired) {
  Function f;
  f.name = "main";
  const Value a = f.add_param(f32({Size::symbol("n")})), b0 = f.add_param(f32({Size::symbol("m")}));
  const Value c = f.add_param(f32({784}));
  Builder b(f, kRequire);
  const Value y = b.add(kPlus, {a, b0});
  EXPECT_EQ(f.type(b0).sizes[0], Size::symbol("n"));
  EXPECT_EQ(f.type(y).sizes[0], Size::symbol("n"));
  ASSERT_EQ(f.requirements.size(), 1u);
  EXPECT_EQ(f.requirements[0], (Requirement{1, 0, 0, 0, "plus", "plus.c1", {}}));
  b.add(kPlus, {c, y});
  EXPECT_EQ(f.type(a).sizes[0], Size(784));
  ASSERT_EQ(f.requirements.size(), 2u);
  EXPECT_EQ(f.requirements[1], (Requirement{0, 0, -1, -1, "plus", "plus.c1", {}}));
  EXPECT_FALSE(b.try_add(kPlus, {c, f.add_param(f32({10}))}));
}

TEST(Builder, AxesThatMayStretchGetACommonSize) {
  Graph g;
  Function& f = g.functions.emplace_back();
  f.name = "main";
  const Size n = Size::symbol("n"), m = Size::symbol("m"), k = Size::symbol("k");
  const Value a = f.add_param(f32({n})), c = f.add_param(f32({m})), d = f.add_param(f32({k}));
  Builder b(f, kRequire);
  const Size common = b.common_size(n, m, "plus", "plus.c4", "axis 0 does not meet axis 0");
  EXPECT_EQ(common, Size::symbol("common"));
  EXPECT_EQ(b.common_size(m, n, "plus", "plus.c4", ""), common);
  EXPECT_EQ(b.common_size(common, m, "plus", "plus.c4", ""), common);
  EXPECT_EQ(b.common_size(n, 1, "plus", "plus.c4", ""), n);
  EXPECT_EQ(b.common_size(784, n, "plus", "plus.c4", ""), Size(784));
  ASSERT_EQ(f.common_sizes.size(), 2u);
  EXPECT_EQ(f.common_sizes[1].symbol, "");

  // k may become `common`; n may not, because `common` hangs on it.
  const Value x = f.add_param(f32({common}));
  b.add(kPlus, {x, d});
  EXPECT_EQ(f.type(d).sizes[0], common);
  b.add(kPlus, {x, a});
  EXPECT_EQ(f.type(a).sizes[0], n);
  EXPECT_EQ(f.body.nodes[1].op, &kRequire);
  f.body.results = {c};

  const auto back = parse(print(g), find);
  ASSERT_TRUE(back) << base::text(back.error()) << "\n" << print(g);
  EXPECT_EQ(print(*back), print(g));
  EXPECT_EQ(back->main().common_sizes, f.common_sizes);

  f.common_sizes[0].left = Size::symbol("nobody");
  EXPECT_FALSE(verify(g));
}

TEST(Builder, WhatCannotBeDecidedIsCheckedWhereItStands) {
  Function f;
  f.name = "main";
  const Size n = Size::symbol("n");
  const Value a = f.add_param(f32({n * 2})), c = f.add_param(f32({n + 1}));
  Builder b(f, kRequire);
  b.add(kPlus, {a, c});
  ASSERT_EQ(f.body.nodes.size(), 2u);
  EXPECT_EQ(f.body.nodes[0].op, &kRequire);
  EXPECT_EQ(f.body.nodes[0].attrs.get<Size>("left"), n * 2);
}

}  // namespace
}  // namespace tlaloc::ir
