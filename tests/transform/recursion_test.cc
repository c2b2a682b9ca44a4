// Reverse mode computes each level of a recursion a bounded number of times.
#include <gtest/gtest.h>

#include "corpus/programs.h"
#include "ir/text.h"
#include "transform/derive.h"

namespace tlaloc::transform_test {
namespace {

class Recursions : public testing::TestWithParam<corpus::Recursion> {};

double operations(const ir::Graph& g, const std::vector<back::Array>& args) {
  back::Counters c;
  run(g, args, &c);
  return static_cast<double>(c.element_ops);
}

TEST_P(Recursions, the_gradient_costs_so_many_primals_at_most_however_deep) {
  const ir::Graph primal = derive(GetParam().graph, {Kind::fused});
  for (const Kind kind : {Kind::grad, Kind::value_and_grad}) {
    const ir::Graph gradient = derive(GetParam().graph, {kind});
    EXPECT_LE(operations(gradient, GetParam().args),
              GetParam().primals * operations(primal, GetParam().args))
        << ir::print(gradient);
  }
}

TEST_P(Recursions, its_gradient_has_a_gradient) {
  std::vector<back::Array> args = GetParam().args;
  args.back() = back::Array::scalar(std::int64_t{3});
  const Numbers t = direction(floating(args).size(), 5);
  const ir::Graph gradient = derive(GetParam().graph, {Kind::grad});
  const Numbers along = difference(gradient, args, t);
  expect_close({run(derive(GetParam().graph, {Kind::grad, Kind::jvp}), with_tangents(args, t))[0]},
               {along[0]}, 1e-7, ir::print(gradient));
}

std::string name(const testing::TestParamInfo<corpus::Recursion>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(corpus, Recursions, testing::ValuesIn(corpus::recursions()), name);

}  // namespace
}  // namespace tlaloc::transform_test
