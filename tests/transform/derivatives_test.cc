// Every corpus program, in both modes, to second order by all four mode pairs.
#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "corpus/write.h"
#include "ir/text.h"
#include "transform/derive.h"

namespace tlaloc::transform_test {
namespace {

class Derivatives : public testing::TestWithParam<corpus::Program> {
 protected:
  const corpus::Program& p() const { return GetParam(); }
  std::size_t size() const { return floating(p().args).size(); }
  bool alone() const { return p().graph.main().body.results.size() == 1; }
  Numbers gradient() const { return run(derive(p().graph, {Kind::grad}), p().args); }
};

TEST_P(Derivatives, optimising_keeps_the_value) {
  expect_close(run(derive(p().graph, {Kind::fused}), p().args), run(p().graph, p().args), 1e-14,
               "value");
}

TEST_P(Derivatives, reverse_gives_the_known_gradient) {
  if (!p().gradient) return expect_close(gradient(), gradient(), 0, "the same twice");
  expect_close(gradient(), *p().gradient, 1e-12, "gradient");
}

TEST_P(Derivatives, forward_agrees_with_reverse) {
  const ir::Graph jvp = derive(p().graph, {Kind::jvp});
  const Numbers g = gradient();
  for (std::size_t i = 0; i < size(); ++i) {
    Numbers t(size(), 0.0);
    t[i] = 1;
    expect_close({run(jvp, with_tangents(p().args, t))[0]}, {g[i]}, 1e-12,
                 "slope " + std::to_string(i));
  }
}

TEST_P(Derivatives, differences_agree) {
  if (!p().smooth) return;
  const Numbers t = direction(size(), 1);
  expect_close({dot(gradient(), t)}, {difference(p().graph, p().args, t)[0]}, 1e-8, "difference");
}

TEST_P(Derivatives, value_and_grad_gives_both) {
  const Numbers y = run(p().graph, p().args);
  Numbers both = y;
  for (double v : gradient()) both.push_back(v);
  expect_close(run(derive(p().graph, {Kind::value_and_grad}), p().args), both, 1e-14,
               "value and gradient");
}

TEST_P(Derivatives, second_order_by_all_mode_pairs) {
  if (!p().twice || !alone()) return;
  const Numbers t = direction(size(), 2);
  const auto args = with_tangents(p().args, t);
  const ir::Graph grad = derive(p().graph, {Kind::grad});
  const Numbers hvp =
      run(derive(p().graph, {Kind::grad, Kind::jvp}), args);  // forward over reverse
  if (p().smooth) expect_close(hvp, difference(grad, p().args, t), 1e-6, "difference of gradients");
  expect_close(run(derive(p().graph, {Kind::grad, Kind::vjp}), args), hvp, 1e-10,
               "reverse over reverse");
  Numbers reverse_over_forward = run(derive(p().graph, {Kind::jvp, Kind::grad}), args);
  reverse_over_forward.resize(size());
  expect_close(reverse_over_forward, hvp, 1e-10, "reverse over forward");
  const auto twice = with_tangents(args, [&] {
    Numbers d = t;
    d.insert(d.end(), size(), 0.0);
    return d;
  }());
  expect_close({run(derive(p().graph, {Kind::jvp, Kind::jvp}), twice)[0]}, {dot(hvp, t)}, 1e-10,
               "forward over forward");
}

TEST_P(Derivatives, arguments_stay_as_they_are) {  // row 29 of the bug log
  const std::vector<back::Array> before = p().args;
  gradient();
  EXPECT_EQ(before, p().args);
}

std::string name(const testing::TestParamInfo<corpus::Program>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(straight, Derivatives, testing::ValuesIn(corpus::straight_programs()),
                         name);
INSTANTIATE_TEST_SUITE_P(control, Derivatives, testing::ValuesIn(corpus::control_programs()), name);

// Squared error of two layers: two products forwards, three backwards, none for the images.
TEST(TwoLayers, gradient_has_five_products) {
  using namespace corpus;  // NOLINT
  const auto product = [](E x, E y) {
    return E{ops::build::contract(b(), x.v, y.v, {{}, {}, {1}, {0}})};
  };
  const ir::Graph g =
      program({f64({7, 5}), f64({5, 3}), f64({n(), 7}), f64({n(), 3})}, [&](const Es& x) {
        const E hidden = product(x[2], x[0]);
        const E active = where(hidden > full_like(hidden, 0), hidden, full_like(hidden, 0));
        const E error = product(active, x[1]) - x[3];
        return Es{sum(error * error)};
      });
  auto p = transform::apply(with_signature(g), {{Kind::value_and_grad, {0, 1}}});
  ASSERT_TRUE(p.has_value()) << base::text(p.error());
  int products = 0;
  ir::for_each_node(p->graph.main().body,
                    [&](const ir::Node& n) { products += n.op->name == "contract"; });
  EXPECT_EQ(products, 5) << ir::print(p->graph);
}

}  // namespace
}  // namespace tlaloc::transform_test
