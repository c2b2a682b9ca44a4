// vmap against a loop over the lanes: every corpus program, its gradient, and what is refused.
#include "transform/vmap.h"

#include <gtest/gtest.h>

#include "corpus/write.h"
#include "ir/verify.h"
#include "transform/derive.h"
#include "transform/optimise.h"

namespace tlaloc::transform_test {
namespace {

using back::Array;

constexpr int kLanes = 3;

// The floating arguments of each lane: the program's own, shifted a little.
std::vector<Array> lane(const std::vector<Array>& args, int i) {
  Numbers x = floating(args);
  for (double& v : x) v += 0.01 * i;
  return with_floating(args, x);
}

std::vector<Array> stacked(const std::vector<Array>& args) {
  std::vector<Array> out = args;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (!is_floating(args[k].dtype)) continue;
    std::vector<std::int64_t> sizes = args[k].sizes;
    sizes.insert(sizes.begin(), kLanes);
    Numbers all;
    for (int i = 0; i < kLanes; ++i)
      for (double v : lane(args, i)[k].numbers()) all.push_back(v);
    out[k] = Array::from_numbers(args[k].dtype, all, sizes);
  }
  return out;
}

std::vector<bool> floating_params(const ir::Graph& g) {
  std::vector<bool> out;
  for (ir::Value p : g.main().body.params) out.push_back(is_floating(g.main().type(p).dtype));
  return out;
}

// Each result of lane i, one after the other, as a run of the batched program gives it.
Numbers of_lane(const std::vector<Array>& results, int i) {
  Numbers out;
  for (const Array& r : results) {
    const std::int64_t each = r.count() / kLanes;
    for (std::int64_t k = 0; k < each; ++k) out.push_back(r.number(i * each + k));
  }
  return out;
}

class Vmap : public testing::TestWithParam<corpus::Program> {};

void expect_lanes_agree(const ir::Graph& g, const corpus::Program& p) {
  const auto batched = transform::vmap(g, floating_params(g), ir::Size(kLanes));
  ASSERT_TRUE(batched.has_value()) << base::text(batched.error());
  ir::check_valid(*batched, "vmap");
  for (const ir::Graph& b : {*batched, transform::optimise(*batched)}) {
    const auto results = back::eval(b, stacked(p.args));
    ASSERT_TRUE(results.has_value()) << base::text(results.error());
    for (int i = 0; i < kLanes; ++i)
      expect_close(of_lane(*results, i), run(g, lane(p.args, i)), 1e-12,
                   "lane " + std::to_string(i));
  }
}

TEST_P(Vmap, runs_every_lane) { expect_lanes_agree(GetParam().graph, GetParam()); }
TEST_P(Vmap, of_a_gradient_runs_every_lane) {
  expect_lanes_agree(derive(GetParam().graph, {Kind::grad}), GetParam());
}

std::string name(const testing::TestParamInfo<corpus::Program>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(straight, Vmap, testing::ValuesIn(corpus::straight_programs()), name);
INSTANTIATE_TEST_SUITE_P(control, Vmap, testing::ValuesIn(corpus::control_programs()), name);

TEST(VmapOfOne, a_shared_argument_is_not_copied) {
  using namespace corpus;  // NOLINT
  const ir::Graph g =
      program({f64({n()}), f64({n()})}, [](const Es& x) { return Es{x[0] * x[1]}; });
  const auto batched = transform::vmap(g, {false, true}, ir::Size(2));
  ASSERT_TRUE(batched.has_value());
  EXPECT_EQ(batched->main().type(batched->main().body.params[0]).rank(), 1);
  EXPECT_EQ(run(*batched, {Array::vector<double>({2, 3}), Array::of<double>({1, 1, 5, 7}, {2, 2})}),
            (Numbers{2, 3, 10, 21}));
}

TEST(VmapOfOne, a_result_that_no_lane_changes_is_repeated) {
  using namespace corpus;  // NOLINT
  const ir::Graph g = program({f64(), f64()}, [](const Es& x) { return Es{sin(x[1])}; });
  const auto batched = transform::vmap(g, {true, false}, ir::Size(2));
  ASSERT_TRUE(batched.has_value());
  EXPECT_EQ(run(*batched, {Array::vector<double>({1, 2}), Array::scalar(0.0)}), (Numbers{0, 0}));
}

}  // namespace
}  // namespace tlaloc::transform_test
