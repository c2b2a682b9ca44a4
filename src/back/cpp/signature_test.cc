#include "back/cpp/signature.h"

#include <gtest/gtest.h>

namespace tlaloc::back {
namespace {

using ir::Tree;

Tree leaf(Tree::Kind kind, std::string type, int number, std::string field = {}) {
  Tree t;
  t.kind = kind;
  t.cpp_type = std::move(type);
  t.leaf = number;
  t.field = std::move(field);
  return t;
}
Tree node(Tree::Kind kind, std::string type, int record, std::vector<Tree> children,
          std::string field = {}) {
  Tree t;
  t.kind = kind;
  t.cpp_type = std::move(type);
  t.record = record;
  t.children = std::move(children);
  t.field = std::move(field);
  return t;
}
Tree dense(int first, std::string field = {}) {
  return node(Tree::Kind::record, "Dense", 1,
              {leaf(Tree::Kind::tensor, "tlaloc::Matrix<float>", first, "w"),
               leaf(Tree::Kind::scalar, "float", first + 1, "scale")},
              std::move(field));
}

std::string head(const Signature& s) {
  std::string out;
  for (const std::string& line : s.head("f", [](const std::string&) { return true; }))
    out += line + "\n";
  return out;
}

TEST(Signature, AStructIsATemplateParameterNamedAfterIt) {
  ir::Boundary b;
  b.params = {{"model", node(Tree::Kind::record, "Model", 0, {dense(0, "l1"), dense(2, "l2")}),
               false, false},
              {"x", leaf(Tree::Kind::scalar, "double", 4), false, false}};
  b.result = node(Tree::Kind::pair, "", -1,
                  {leaf(Tree::Kind::scalar, "double", 0),
                   node(Tree::Kind::record, "Model", 0, {dense(1), dense(3)})});
  const Signature s(b);
  EXPECT_EQ(head(s),
            "template <class Model>\n[[gnu::visibility(\"hidden\")]]\ninline std::pair<double, "
            "Model> f(const Model& model, double x)\n");
  EXPECT_EQ(s.paths(), (std::vector<std::string>{"model.l1.w", "model.l1.scale", "model.l2.w",
                                                 "model.l2.scale", "x"}));
  EXPECT_EQ(s.result({"y", "a", "b", "c", "d"}), "{y, Model{{a, b}, {c, d}}}");
  EXPECT_TRUE(s.explicit_records().empty());
}

TEST(Signature, AStructThatOnlyTheResultHasComesFirst) {
  ir::Boundary b;
  b.params = {{"x", leaf(Tree::Kind::span, "std::span<const double>", 0), false, false},
              {"p", dense(1), true, false}};
  b.result = node(Tree::Kind::record, "Pose", 7, {leaf(Tree::Kind::scalar, "double", 0)});
  const Signature s(b);
  EXPECT_EQ(head(s),
            "template <class Pose, class Dense>\n[[gnu::visibility(\"hidden\")]]\ninline Pose "
            "f(std::span<const double> x, Dense p)\n");
  EXPECT_EQ(s.explicit_records(), std::vector<int>{7});
}

TEST(Signature, ArraysAndWhatIsCopiedFromTheArgument) {
  ir::Boundary b;
  Tree heads;
  heads.kind = Tree::Kind::constant;
  heads.from = "m.heads";
  const Tree two =
      node(Tree::Kind::array, "std::array<double, 2>", -1,
           {leaf(Tree::Kind::scalar, "double", 0), leaf(Tree::Kind::scalar, "double", 1)});
  b.params = {{"m", node(Tree::Kind::record, "M", 0, {two, heads}), false, false}};
  b.result = node(Tree::Kind::record, "M", 0, {two, heads});
  const Signature s(b);
  EXPECT_EQ(s.result({"a", "b"}), "{{{a, b}}, m.heads}");
  EXPECT_EQ(s.type(two), "std::array<double, 2>");
}

TEST(Signature, TypesOfTensorsSayNamesAndTheirSizes) {
  EXPECT_EQ(spell({DType::f32, {ir::Size::symbol("n"), 784}, {"batch", "feature"}}),
            "tlaloc::Tensor<float, tlaloc::Axis<\"batch\">, tlaloc::Axis<\"feature\", 784>>");
  EXPECT_EQ(spell({DType::f64, {3}, {}}), "tlaloc::Vector<double>");
}

}  // namespace
}  // namespace tlaloc::back
