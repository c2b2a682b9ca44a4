// Loops in segments give what the loops give, and keep about the square root of their states.
#include "transform/segments.h"

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "corpus/write.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "transform/derive.h"

namespace tlaloc::transform_test {
namespace {

using back::Array;
using corpus::E;
using corpus::Es;

ir::Graph segmented(const ir::Graph& g) {
  ir::Graph out;
  int made = 0;
  for (const ir::Function& f : g.functions)
    for (ir::Function& part : transform::in_segments(
             f, [&](const std::string& stem) { return stem + "_" + std::to_string(made++); }))
      out.functions.push_back(std::move(part));
  return out;
}

bool has_segments(const ir::Graph& g) { return g.find("segment_0") != nullptr; }

class Segments : public testing::TestWithParam<corpus::Loop> {};

TEST_P(Segments, give_the_same) {
  const ir::Graph& plain = GetParam().graph;
  const ir::Graph parts = segmented(plain);
  for (std::int64_t n : {0, 1, 2, 17, 36}) {
    if (n == 0 && GetParam().name.find("tensor") != std::string::npos) continue;
    const auto args = GetParam().args(n);
    expect_close(run(parts, args), run(plain, args), 1e-12, "value");
    expect_close(run(derive(parts, {Kind::grad}), args), run(derive(plain, {Kind::grad}), args),
                 1e-12, "gradient\n" + ir::print(parts));
  }
}

std::string name(const testing::TestParamInfo<corpus::Loop>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(corpus, Segments, testing::ValuesIn(corpus::loops()), name);

// x <- sin(x) + c x², n times.
ir::Graph recurrence() {
  return corpus::program({corpus::f64(), corpus::f64(), corpus::i64()}, [](const Es& x) {
    return corpus::for_(x[2], {x[0]},
                        [&](E, const Es& c) { return Es{sin(c[0]) + x[1] * c[0] * c[0]}; });
  });
}

std::int64_t peak(const ir::Graph& g, std::int64_t n) {
  back::Counters c;
  run(g, {Array::scalar(0.3), Array::scalar(0.2), Array::scalar(n)}, &c);
  return c.peak_elements;
}

TEST(Segments, keep_the_square_root_of_the_states) {
  const ir::Graph plain = derive(recurrence(), {Kind::grad});
  const ir::Graph parts = segmented(recurrence());
  ASSERT_TRUE(has_segments(parts));
  const ir::Graph gradient = derive(parts, {Kind::grad});
  EXPECT_GT(peak(plain, 1600), 3.5 * peak(plain, 400));
  EXPECT_LT(peak(gradient, 1600), 2.2 * peak(gradient, 400)) << ir::print(gradient);
  EXPECT_LT(peak(gradient, 1600), 400);
}

// The same, while k < n: its segments grow.
ir::Graph open_ended() {
  return corpus::program({corpus::f64(), corpus::f64(), corpus::i64()}, [](const Es& x) {
    return Es{corpus::while_(
        {x[0], corpus::integer(0)}, [&](const Es& c) { return c[1] < x[2]; },
        [&](const Es& c) { return Es{sin(c[0]) + x[1] * c[0] * c[0], c[1] + 1}; })[0]};
  });
}

TEST(Segments, a_while_loop_keeps_about_the_square_root_of_its_states) {
  const ir::Graph plain = derive(open_ended(), {Kind::grad});
  const ir::Graph parts = segmented(open_ended());
  ASSERT_TRUE(has_segments(parts));
  const ir::Graph gradient = derive(parts, {Kind::grad});
  for (std::int64_t n : {0, 1, 16, 17, 33, 34, 100}) {
    const std::vector<Array> args{Array::scalar(0.3), Array::scalar(0.2), Array::scalar(n)};
    expect_close(run(gradient, args), run(plain, args), 1e-12, "gradient");
    expect_close(run(parts, args), run(open_ended(), args), 0, "value");
  }
  EXPECT_GT(peak(plain, 1600), 3.5 * peak(plain, 400));
  EXPECT_LT(peak(gradient, 1600), 2.2 * peak(gradient, 400)) << ir::print(gradient);
  EXPECT_LT(peak(gradient, 1600), 400);
}

TEST(Segments, a_while_loop_of_integers_stays_one_loop) {
  const ir::Graph g = corpus::program({corpus::f64(), corpus::i64()}, [](const Es& x) {
    const E k = corpus::while_(
        {x[1]}, [](const Es& c) { return c[0] > 3; }, [](const Es& c) { return Es{c[0] - 2}; })[0];
    return Es{x[0], k};
  });
  EXPECT_FALSE(has_segments(segmented(g)));
}

TEST(Segments, few_turns_stay_one_loop) {
  const ir::Graph g = corpus::program({corpus::f64()}, [](const Es& x) {
    return corpus::for_(corpus::integer(16), {x[0]}, [&](E, const Es& c) { return Es{sin(c[0])}; });
  });
  EXPECT_FALSE(has_segments(segmented(g)));
}

}  // namespace
}  // namespace tlaloc::transform_test
