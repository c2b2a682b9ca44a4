// Reverse mode over loops is lean: work and what is kept are linear in the primal's (DESIGN 6.3).
#include <regex>

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "corpus/write.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "transform/derive.h"

namespace tlaloc::transform_test {
namespace {

using back::Counters;

class Loops : public testing::TestWithParam<corpus::Loop> {};

Counters count(const ir::Graph& g, const std::vector<back::Array>& args) {
  Counters c;
  run(g, args, &c);
  return c;
}

TEST_P(Loops, work_and_keeping_are_linear) {
  const ir::Graph gradient = derive(GetParam().graph, {Kind::grad});
  const std::int64_t n = 200;
  const Counters once = count(gradient, GetParam().args(n)),
                 twice = count(gradient, GetParam().args(2 * n));
  EXPECT_LE(twice.element_ops, 2.1 * once.element_ops) << ir::print(gradient);
  EXPECT_LE(twice.peak_elements, 2.1 * once.peak_elements) << ir::print(gradient);
}

TEST_P(Loops, the_gradient_costs_six_primals_at_most) {
  const ir::Graph primal = derive(GetParam().graph, {Kind::fused});
  const ir::Graph gradient = derive(GetParam().graph, {Kind::grad});
  const auto args = GetParam().args(300);
  EXPECT_LE(count(gradient, args).element_ops, 6 * count(primal, args).element_ops)
      << ir::print(gradient);
}

TEST_P(Loops, differences_agree) {
  const auto args = GetParam().args(6);
  const Numbers t = direction(floating(args).size(), 3);
  const Numbers g = run(derive(GetParam().graph, {Kind::grad}), args);
  expect_close({dot(g, t)}, {difference(GetParam().graph, args, t)[0]}, 1e-8, "difference");
}

std::string name(const testing::TestParamInfo<corpus::Loop>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(corpus, Loops, testing::ValuesIn(corpus::loops()), name);

int loops_in(const ir::Graph& g) {
  int n = 0;
  ir::for_each_node(g.main().body,
                    [&](const ir::Node& node) { n += node.op->control == ir::Control::loop; });
  return n;
}

const corpus::Loop& loop(const std::vector<corpus::Loop>& all, std::string_view wanted) {
  for (const corpus::Loop& l : all)
    if (l.name == wanted) return l;
  ADD_FAILURE() << "no loop " << wanted;
  return all.front();
}

// One loop, backwards, and nothing kept: no loop forwards is left to keep anything.
TEST(LeanLoops, accumulations_and_element_writes_keep_nothing) {
  const auto all = corpus::loops();
  for (const char* name : {"sum_of_squares", "elementwise", "dot"}) {
    const ir::Graph gradient = derive(loop(all, name).graph, {Kind::grad});
    EXPECT_EQ(loops_in(gradient), 1) << ir::print(gradient);
  }
}

// x1 turns, each of which writes all of an array of n anew and reads it in another order.
ir::Graph scratch_array() {
  using namespace corpus;
  return program({f64({n()}), i64()}, [](const Es& x) {
    const Es y = for_(x[1], {num(0), zeros(f64({n()}))}, [&](E, const Es& c) {
      const E t = for_(size_of(n()), {c[1]}, [&](E i, const Es& d) {
        return Es{set(d[0], i, at(x[0], i) * (c[0] + at(x[0], i)))};
      })[0];
      const E s = for_(size_of(n()), {c[0]}, [&](E i, const Es& d) {
        return Es{d[0] + 0.01 * at(t, i) * at(t, size_of(n()) - integer(1) - i)};
      })[0];
      return Es{s, t};
    });
    return Es{y[0]};
  });
}

TEST(LeanLoops, an_array_that_every_turn_writes_whole_is_not_kept) {
  constexpr std::int64_t kSize = 50;
  const ir::Graph gradient = derive(scratch_array(), {Kind::grad});
  const auto args = [](std::int64_t turns) {
    back::Array x = back::Array::zeros(DType::f64, {kSize});
    for (std::int64_t i = 0; i < kSize; ++i) x.as_mutable<double>()[i] = 0.3 + 0.01 * double(i % 7);
    return std::vector<back::Array>{x, back::Array::scalar(turns)};
  };
  const std::int64_t few = count(gradient, args(10)).peak_elements,
                     many = count(gradient, args(30)).peak_elements;
  EXPECT_LT(many - few, 20 * kSize / 4) << ir::print(gradient);
  const Numbers t = direction(kSize, 3);
  expect_close({dot(run(gradient, args(3)), t)}, {difference(scratch_array(), args(3), t)[0]}, 1e-8,
               "difference");
}

// x1 turns, each of which says anew how often the loop in it turns.
TEST(LeanLoops, what_is_costly_in_an_inner_loop_is_kept_and_not_computed_again) {
  using namespace corpus;
  const ir::Graph cells = program({f64({n()}), i64(), i64()}, [](const Es& x) {
    const E y = for_(x[1], {x[0]}, [&](E, const Es& c) {
      return Es{for_(x[2] - integer(1), {c[0]}, [&](E i, const Es& d) {
        return Es{set(d[0], i, tanh(at(d[0], i) * at(x[0], i + 1)))};
      })[0]};
    })[0];
    return Es{sum(y)};
  });
  const ir::Graph gradient = derive(cells, {Kind::grad});
  int computed = 0;
  ir::for_each_node(gradient.main().body,
                    [&](const ir::Node& n) { computed += n.op->name == "tanh"; });
  EXPECT_EQ(computed, 1) << ir::print(gradient);
  back::Array x = back::Array::zeros(DType::f64, {5});
  for (std::int64_t i = 0; i < 5; ++i) x.as_mutable<double>()[i] = 0.8 + 0.1 * double(i);
  const std::vector<back::Array> args{x, back::Array::scalar(std::int64_t{3}),
                                      back::Array::scalar(std::int64_t{5})};
  const Numbers t = direction(5, 3);
  expect_close({dot(run(gradient, args), t)}, {difference(cells, args, t)[0]}, 1e-8, "difference");
}

// An element that gets one sum is written into room; one that gets more begins at zero.
TEST(LeanLoops, what_gets_one_sum_is_written) {
  const std::string once =
      ir::print(derive(loop(corpus::loops(), "elementwise").graph, {Kind::grad}));
  EXPECT_NE(once.find("room("), std::string::npos) << once;
  EXPECT_EQ(once.find("add_at("), std::string::npos) << once;
  using namespace corpus;
  const ir::Graph one_for_all = program({f64({n()})}, [](const Es& x) {
    return for_(size_of(n()), {num(0)}, [&](E, const Es& c) {
      return Es{c[0] + at(x[0], integer(0)) * at(x[0], integer(0))};
    });
  });
  const ir::Graph gradient = derive(one_for_all, {Kind::grad});
  back::Array at_two = back::Array::zeros(DType::f64, {3});
  for (double& v : at_two.as_mutable<double>()) v = 2;
  expect_close(run(gradient, {at_two}), {12, 0, 0}, 1e-12, ir::print(gradient));
}

// Where turns only add, the adjoint's loop runs first to last; where one reads the next one's
// cotangent it cannot.
TEST(LeanLoops, sums_run_forwards_and_products_backwards) {
  const auto all = corpus::loops();
  const auto text = [&](const char* name) {
    return ir::print(derive(loop(all, name).graph, {Kind::grad}));
  };
  // Counting backwards is the only subtraction of integers in these.
  const auto counts_backwards = [](const std::string& text) {
    return std::regex_search(text, std::regex("sub\\(.*: i64"));
  };
  for (const char* name : {"sum_of_squares", "elementwise", "dot", "branch_on_data"})
    EXPECT_FALSE(counts_backwards(text(name))) << text(name);
  for (const char* name : {"product", "iterated_map"})
    EXPECT_TRUE(counts_backwards(text(name))) << text(name);
}

}  // namespace
}  // namespace tlaloc::transform_test
