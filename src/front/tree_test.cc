#include <tlaloc/tree.h>

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include <tlaloc/error.h>
#include <tlaloc/make.h>

namespace tlaloc {
namespace {

enum class Activation { relu, tanh };

struct Dense {
  Matrix<float> w;
  Vector<float> b;
};
struct Model {
  Dense l1;
  std::array<Dense, 2> more;
  int heads = 4;
  double rate{0.5};
  std::vector<Dense> list;
  std::string name = "model";
  std::tuple<Vector<int>, Vector<float>> both;
  float pair[2] = {1, 2};
  std::pair<Vector<double>, bool> last;
  std::vector<float> bias;
  Activation activation = Activation::tanh;
};

Dense dense(float v) { return {{{v, v}}, {v}}; }
Model model() {
  Model m;
  m.l1 = dense(1);
  m.more = {dense(2), dense(3)};
  m.list = {dense(4)};
  m.both = {{7}, {8}};
  m.last = {{9.5}, true};
  m.bias = {10, 11};
  return m;
}

TEST(Tree, NamesLeavesByPath) {
  EXPECT_EQ(leaf_names(model()),
            (std::vector<std::string>{"l1.w", "l1.b", "more[0].w", "more[0].b", "more[1].w",
                                      "more[1].b", "rate", "list[0].w", "list[0].b", "both[1]",
                                      "pair[0]", "pair[1]", "last.first", "bias"}));
  EXPECT_EQ(leaf_names(2.5f), std::vector<std::string>{""});
  EXPECT_EQ(leaf_names(std::vector<Dense>{dense(1)}), (std::vector<std::string>{"[0].w", "[0].b"}));
}

template <class T>
T doubled(const T& x) {
  if constexpr (detail::is_tensor<T>) {
    T y = x;
    for (auto& e : y.mutable_span()) e = 2 * e;
    return y;
  } else if constexpr (std::is_class_v<T>) {
    T y = x;
    for (auto& e : y) e = 2 * e;
    return y;
  } else {
    return 2 * x;
  }
}

TEST(Tree, MapsLeavesAndCopiesTheRest) {
  const Model m = model();
  const Model y = map_leaves([](const auto& x) { return doubled(x); }, m);
  EXPECT_EQ(y.l1.w(0, 1), 2);
  EXPECT_EQ(y.more[1].b(0), 6);
  EXPECT_EQ(y.rate, 1.0);
  EXPECT_EQ(y.list[0].w(0, 0), 8);
  EXPECT_EQ(std::get<0>(y.both)(0), 7) << "integers stay";
  EXPECT_EQ(std::get<1>(y.both)(0), 16);
  EXPECT_EQ(y.pair[1], 4);
  EXPECT_EQ(y.last.first(0), 19);
  EXPECT_EQ(y.bias, (std::vector<float>{20, 22}));
  EXPECT_EQ(y.heads, 4);
  EXPECT_EQ(y.name, "model");
  EXPECT_EQ(m.l1.w(0, 0), 1) << "the argument is not written";
}

TEST(Tree, WalksSideBySideAndWrites) {
  Model m = model();
  const Model g = model();
  for_each_leaf(
      [](auto& x, const auto& d) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, Vector<float>>)
          x.set(x(0) - 0.5f * d(0), 0);
      },
      m, g);
  EXPECT_EQ(m.l1.b(0), 0.5f);
  EXPECT_EQ(m.list[0].b(0), 2);
  EXPECT_EQ(g.l1.b(0), 1);
}

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.message();
  }
  return "no error";
}

TEST(Tree, RefusesTreesThatDiffer) {
  const auto nothing = [](const auto&...) {};
  Model a = model(), b = model();
  b.list[0].w = zeros<float>(2, 2);
  EXPECT_EQ(message_of([&] { for_each_leaf(nothing, a, b); }),
            "leaf list[0].w is 2x2 in one tree, 1x2 in the first");
  b.list.clear();
  EXPECT_EQ(message_of([&] { map_leaves([](const auto& x, const auto&) { return x; }, a, b); }),
            "leaf list is 0 in one tree, 1 in the first");
  b = model();
  b.bias.pop_back();
  EXPECT_EQ(message_of([&] { for_each_leaf(nothing, a, a, b); }),
            "leaf bias is 1 in one tree, 2 in the first");
}

}  // namespace
}  // namespace tlaloc
