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

// How far apart the lanes are: near each other, and so far that they take different ways.
double apart = 0.01;

// The floating arguments of each lane: the program's own, shifted.
std::vector<Array> lane(const std::vector<Array>& args, int i) {
  Numbers x = floating(args);
  for (double& v : x) v += apart * i;
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

TEST_P(Vmap, runs_every_lane) {
  for (double far : {0.01, 0.8}) {
    apart = far;
    expect_lanes_agree(GetParam().graph, GetParam());
  }
  apart = 0.01;
}
TEST_P(Vmap, of_a_gradient_runs_every_lane) {
  for (double far : {0.01, 0.8}) {
    apart = far;
    expect_lanes_agree(derive(GetParam().graph, {Kind::grad}), GetParam());
  }
  apart = 0.01;
}

// A batch of batches against single batches.
TEST_P(Vmap, of_a_batch_of_gradients_runs_every_batch) {
  apart = 0.8;
  const ir::Graph g = derive(GetParam().graph, {Kind::grad});
  const auto one = transform::vmap(g, floating_params(g), ir::Size(kLanes));
  ASSERT_TRUE(one.has_value()) << base::text(one.error());
  corpus::Program batch = GetParam();
  batch.args = stacked(batch.args);
  expect_lanes_agree(*one, batch);
  apart = 0.01;
}

// Reverse mode through the batch: each lane gets its own cotangent.
void expect_reverse_mode(const corpus::Program& p) {
  const auto batched = transform::vmap(p.graph, floating_params(p.graph), ir::Size(kLanes));
  ASSERT_TRUE(batched.has_value()) << base::text(batched.error());
  const ir::Graph one = derive(p.graph, {Kind::vjp}), all = derive(*batched, {Kind::vjp});
  std::vector<Array> args = stacked(p.args);
  const auto y = back::eval(*batched, args);
  ASSERT_TRUE(y.has_value()) << base::text(y.error());
  for (const Array& like : *y)
    if (args.size() < all.main().body.params.size())
      args.push_back(Array::from_numbers(like.dtype, direction(like.count(), 7), like.sizes));
  const auto g = back::eval(all, args);
  ASSERT_TRUE(g.has_value()) << base::text(g.error());
  for (int i = 0; i < kLanes; ++i) {
    std::vector<Array> of_one = lane(p.args, i);
    for (std::size_t k = p.args.size(); k < args.size(); ++k) {
      const std::int64_t each = args[k].count() / kLanes;
      Numbers part;
      for (std::int64_t e = 0; e < each; ++e) part.push_back(args[k].number(i * each + e));
      of_one.push_back(Array::from_numbers(args[k].dtype, part,
                                           {args[k].sizes.begin() + 1, args[k].sizes.end()}));
    }
    expect_close(of_lane(*g, i), run(one, of_one), 1e-12, "lane " + std::to_string(i));
  }
}
TEST_P(Vmap, reverse_mode_runs_through_it) {
  for (double far : {0.01, 0.8}) {
    apart = far;
    expect_reverse_mode(GetParam());
  }
  apart = 0.01;
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
