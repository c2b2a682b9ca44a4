// Every op of the table, through everything its record says, on the samples that it brings.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/one_op.h"
#include "ops/table.h"
#include "pen/host_call.h"
#include "transform/jvp.h"
#include "transform/optimise.h"
#include "transform/vjp.h"
#include "transform/vmap.h"

namespace tlaloc::ops_test {
namespace {

using back::Array;

constexpr unsigned kSeed = 7;

class EveryOp : public testing::TestWithParam<const ir::OpDef*> {
 protected:
  const ir::OpDef& op() const { return *GetParam(); }
  bool is_zero() const { return std::holds_alternative<ir::Zero>(op().derivative); }
  /// The samples with a floating operand and result, in one dtype.
  std::vector<Use> floating_uses(DType t) const {
    std::vector<Use> out;
    for (const Use& u : uses(op()))
      if (is_floating(u)) out.push_back(in_dtype(u, t));
    return out;
  }
};

ir::Graph jvp_of(const ir::Graph& g, const std::vector<bool>& active) {
  auto out = transform::jvp(g, active);
  EXPECT_TRUE(out.has_value()) << base::text(out.error());
  return *out;
}
ir::Graph vjp_of(const ir::Graph& g, const std::vector<bool>& active,
                 const std::vector<bool>& seeded) {
  auto out = transform::vjp(g, active, seeded);
  EXPECT_TRUE(out.has_value()) << base::text(out.error());
  return *out;
}

/// How far two ways to compute one thing may be apart.
double tolerance_of(DType t) { return t == DType::f64 ? 1e-12 : t == DType::f32 ? 2e-6 : 1e-2; }

/// Other bytes in every element: nothing that is not written is right by chance.
std::vector<Array> spoiled(std::vector<Array> y) {
  for (Array& a : y)
    for (std::byte& byte : a.bytes) byte = a.dtype == DType::b1 ? byte ^ std::byte{1} : ~byte;
  return y;
}

/// The operands, the floating ones moved by step * t.
std::vector<Array> moved(const std::vector<Array>& x, const Numbers& t, double step) {
  Numbers v = flat(x);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += step * t[i];
  const std::vector<Array> floating = shaped_like(x, v);
  std::vector<Array> out = x;
  for (std::size_t i = 0, k = 0; i < out.size(); ++i)
    if (is_floating(out[i].dtype)) out[i] = floating[k++];
  return out;
}

std::vector<Array> joined(std::vector<Array> a, const std::vector<Array>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
template <class T>
std::vector<T> last(const std::vector<T>& v, std::size_t n) {
  return {v.end() - static_cast<std::ptrdiff_t>(n), v.end()};
}

// ---- the record ----

TEST_P(EveryOp, says_what_it_does) {
  EXPECT_EQ(ops::find(op().name), &op());
  EXPECT_TRUE(op().doc.ends_with(".")) << op().doc;
}

TEST_P(EveryOp, has_samples_and_refusals) {
  EXPECT_FALSE(op().samples().empty());
  EXPECT_FALSE(op().refuses().empty());
}

/// The program of every sample is valid, prints and reads back, and its reference fills what the
/// type rule promises.
TEST_P(EveryOp, runs_on_its_samples) {
  for (const Use& u : uses(op())) {
    SCOPED_TRACE(describe(u));
    const ir::Graph g = program(u);
    const auto again = ir::parse(ir::print(g), ops::find);
    ASSERT_TRUE(again.has_value()) << base::text(again.error()) << ir::print(g);
    EXPECT_EQ(ir::print(*again), ir::print(g));
    const auto y = run(g, inputs(u, kSeed));
    ASSERT_EQ(y.size(), g.main().body.results.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      const ir::Type& t = g.main().type(g.main().body.results[i]);
      EXPECT_EQ(y[i].dtype, t.dtype);
      ASSERT_EQ(static_cast<int>(y[i].sizes.size()), t.rank());
      for (int a = 0; a < t.rank(); ++a) EXPECT_EQ(y[i].sizes[a], t.sizes[a].constant());
    }
  }
}

/// Runs the reference or the kernel on buffers that held something else before; the results. The
/// operands stay as they are.
std::vector<Array> run_rule(ir::HostRule rule, const Use& u, const std::vector<Array>& x,
                            const std::vector<Array>& expected) {
  std::vector<Array> given = x, y = spoiled(expected);
  std::vector<pen::HostBuffer> from, to;
  for (Array& a : given) from.push_back({a.dtype, a.sizes, a.bytes.data()});
  for (Array& a : y) to.push_back({a.dtype, a.sizes, a.bytes.data()});
  pen::HostCall call{from, to, u.sample.attrs};
  rule(call);
  EXPECT_EQ(given, x);
  return y;
}

TEST_P(EveryOp, the_reference_writes_every_element_and_no_operand) {
  for (const Use& u : uses(op())) {
    SCOPED_TRACE(describe(u));
    const auto x = inputs(u, kSeed);
    const auto expected = run(program(u), x);
    EXPECT_EQ(run_rule(op().reference, u, x, expected), expected);
  }
}

TEST_P(EveryOp, kernel_agrees_with_the_reference) {
  if (op().kernel == nullptr) return;
  for (const Use& u : uses(op())) {
    SCOPED_TRACE(describe(u));
    for (unsigned seed = 0; seed < 3; ++seed) {
      const auto x = inputs(u, seed);
      const auto expected = run(program(u), x);
      const auto y = run_rule(op().kernel, u, x, expected);
      for (std::size_t i = 0; i < y.size(); ++i) {
        if (is_floating(y[i].dtype)) {
          expect_close(y[i].numbers(), expected[i].numbers(), tolerance_of(y[i].dtype), "kernel");
        } else {
          EXPECT_EQ(y[i], expected[i]);
        }
      }
    }
  }
}

TEST_P(EveryOp, refuses_what_it_says) {
  for (const ir::RefusedSample& s : op().refuses()) {
    std::vector<ir::Equality> needs;
    const auto y = ir::infer(op(), s.x, s.attrs, needs);
    ASSERT_FALSE(y.has_value()) << s.id;
    EXPECT_EQ(y.error().id, s.id) << base::text(y.error());
    EXPECT_EQ(y.error().op, op().name);
    EXPECT_FALSE(y.error().what.empty());
  }
}

/// What the optimiser makes of a program gives the same.
TEST_P(EveryOp, rewrites_keep_the_value) {
  for (const Use& u : uses(op())) {
    SCOPED_TRACE(describe(u));
    const auto x = inputs(u, kSeed);
    const auto before = run(program(u), x), after = run(transform::optimise(program(u)), x);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      expect_close(after[i].numbers(), before[i].numbers(), tolerance_of(after[i].dtype),
                   "optimised");
  }
}

// ---- derivatives ----

TEST_P(EveryOp, zero_derivatives_are_zero) {
  if (!is_zero()) return;
  EXPECT_FALSE(std::get<ir::Zero>(op().derivative).because.empty());
  for (const Use& u : floating_uses(DType::f64)) {
    SCOPED_TRACE(describe(u));
    const auto x = inputs(u, kSeed);
    const std::size_t results = program(u).main().body.results.size();
    const auto t = shaped_like(x, random_numbers(flat(x).size(), 1));
    for (double v :
         flat(last(run(jvp_of(program(u), floating_operands(u)), joined(x, t)), results)))
      EXPECT_EQ(v, 0);
  }
}

TEST_P(EveryOp, forward_mode_agrees_with_differences) {
  if (is_zero()) return;
  for (const Use& u : floating_uses(DType::f64)) {
    SCOPED_TRACE(describe(u));
    const auto x = inputs(u, kSeed);
    const Numbers t = random_numbers(flat(x).size(), 1);
    const auto y = run(jvp_of(program(u), floating_operands(u)), joined(x, shaped_like(x, t)));
    const std::size_t results = program(u).main().body.results.size();
    const double h = 1e-5;
    Numbers slope = flat(run(program(u), moved(x, t, h)));
    const Numbers low = flat(run(program(u), moved(x, t, -h)));
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (slope[i] - low[i]) / (2 * h);
    expect_close(flat(last(y, results)), slope, 1e-7, "tangent");
  }
}

/// An operand that does not move is the same as one that moves by zero.
TEST_P(EveryOp, operands_may_stand_still) {
  if (is_zero()) return;
  for (const Use& u : floating_uses(DType::f64)) {
    const auto x = inputs(u, kSeed);
    const auto all = floating_operands(u);
    const std::size_t results = program(u).main().body.results.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]) continue;
      SCOPED_TRACE(describe(u) + " moves operand " + std::to_string(i));
      std::vector<bool> one(all.size(), false);
      one[i] = true;
      std::vector<Array> t, only;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (!all[k]) continue;
        const std::size_t n = k == i ? flat({x[k]}).size() : 0;
        t.push_back(
            shaped_like({x[k]}, n ? random_numbers(n, 1) : Numbers(flat({x[k]}).size()))[0]);
        if (k == i) only.push_back(t.back());
      }
      expect_close(flat(last(run(jvp_of(program(u), one), joined(x, only)), results)),
                   flat(last(run(jvp_of(program(u), all), joined(x, t)), results)), 1e-12,
                   "tangent");
    }
  }
}

/// <ct, J t> = <Jᵀ ct, t>
TEST_P(EveryOp, both_modes_agree) {
  for (DType t : {DType::f64, DType::f32})
    for (const Use& u : floating_uses(t)) {
      SCOPED_TRACE(describe(u));
      const auto x = inputs(u, kSeed);
      const auto active = floating_operands(u);
      const std::size_t results = program(u).main().body.results.size();
      const Numbers tangent = random_numbers(flat(x).size(), 1);
      const auto forward = run(jvp_of(program(u), active), joined(x, shaped_like(x, tangent)));
      const auto y = run(program(u), x);
      const Numbers cotangent = random_numbers(flat(y).size(), 2);
      const auto reverse = run(vjp_of(program(u), active, std::vector<bool>(results, true)),
                               joined(x, shaped_like(y, cotangent)));
      const std::size_t actives =
          static_cast<std::size_t>(std::count(active.begin(), active.end(), true));
      expect_close({dot(cotangent, flat(last(forward, results)))},
                   {dot(flat(last(reverse, actives)), tangent)}, t == DType::f64 ? 1e-10 : 2e-4,
                   "pairing");
    }
}

/// cᵀ D²f [w, t] by all four pairs of modes, and against differences of the tangent.
TEST_P(EveryOp, second_order_by_all_mode_pairs) {
  if (is_zero()) return;
  for (const Use& u : floating_uses(DType::f64)) {
    SCOPED_TRACE(describe(u));
    const ir::Graph f = program(u);
    const auto x = inputs(u, kSeed);
    const auto y = run(f, x);
    const auto active = floating_operands(u);
    const std::size_t operands = x.size(), results = y.size();
    const auto actives = static_cast<std::size_t>(std::count(active.begin(), active.end(), true));
    const Numbers t = random_numbers(flat(x).size(), 1), w = random_numbers(flat(x).size(), 3),
                  c = random_numbers(flat(y).size(), 2);
    const auto ts = shaped_like(x, t), ws = shaped_like(x, w), cs = shaped_like(y, c);
    const auto only_x = [&](std::size_t more) {
      std::vector<bool> flags = active;
      flags.resize(operands + more, false);
      return flags;
    };
    const auto seed_last = [&](std::size_t before, std::size_t n) {
      std::vector<bool> flags(before, false);
      flags.resize(before + n, true);
      return flags;
    };
    const ir::Graph forward = jvp_of(f, active),
                    reverse = vjp_of(f, active, std::vector<bool>(results, true));
    const auto x_t = joined(x, ts), x_c = joined(x, cs);
    const double ff =
        dot(c, flat(last(run(jvp_of(forward, only_x(ts.size())), joined(x_t, ws)), results)));
    const double rf =
        dot(w, flat(last(run(vjp_of(forward, only_x(ts.size()), seed_last(results, results)),
                             joined(x_t, cs)),
                         actives)));
    const double fr =
        dot(t, flat(last(run(jvp_of(reverse, only_x(cs.size())), joined(x_c, ws)), actives)));
    const double rr =
        dot(w, flat(last(run(vjp_of(reverse, only_x(cs.size()), seed_last(results, actives)),
                             joined(x_c, ts)),
                         actives)));
    expect_close({rf, fr, rr}, {ff, ff, ff}, 1e-9, "mode pairs");
    const auto slope_at = [&](double step) {
      return dot(c, flat(last(run(forward, joined(moved(x, w, step), ts)), results)));
    };
    const double h = 1e-5;
    expect_close({ff}, {(slope_at(h) - slope_at(-h)) / (2 * h)}, 1e-6, "second differences");
  }
}

// ---- batching ----

Array stacked(const std::vector<Array>& lanes) {
  Array out = lanes[0];
  out.sizes.insert(out.sizes.begin(), static_cast<std::int64_t>(lanes.size()));
  out.bytes.clear();
  for (const Array& a : lanes) out.bytes.insert(out.bytes.end(), a.bytes.begin(), a.bytes.end());
  return out;
}

/// The batched op against a loop over lanes, for every choice of batched operands.
TEST_P(EveryOp, batches_as_a_loop_would) {
  constexpr std::size_t kLanes = 3;
  for (const Use& u : uses(op())) {
    const std::size_t n = u.sample.x.size();
    for (unsigned mask = 1; mask < (1u << n); ++mask) {
      SCOPED_TRACE(describe(u) + " batched " + std::to_string(mask));
      std::vector<bool> batched;
      for (std::size_t i = 0; i < n; ++i) batched.push_back(mask >> i & 1);
      std::vector<std::vector<Array>> lanes;
      for (unsigned l = 0; l < kLanes; ++l) lanes.push_back(inputs(u, kSeed + l));
      std::vector<Array> x;
      for (std::size_t i = 0; i < n; ++i) {
        for (auto& lane : lanes)
          if (!batched[i]) lane[i] = lanes[0][i];
        x.push_back(batched[i] ? stacked({lanes[0][i], lanes[1][i], lanes[2][i]}) : lanes[0][i]);
      }
      auto g = transform::vmap(program(u), batched, ir::Size(kLanes));
      ASSERT_TRUE(g.has_value()) << base::text(g.error());
      const auto y = run(*g, x);
      std::vector<std::vector<Array>> each;
      for (const auto& lane : lanes) each.push_back(run(program(u), lane));
      for (std::size_t r = 0; r < y.size(); ++r) {
        const Array expected = stacked({each[0][r], each[1][r], each[2][r]});
        EXPECT_EQ(y[r].sizes, expected.sizes);
        expect_close(y[r].numbers(), expected.numbers(), tolerance_of(y[r].dtype), "lanes");
      }
    }
  }
}

std::string name_of_op(const testing::TestParamInfo<const ir::OpDef*>& info) {
  return std::string(info.param->name);
}

INSTANTIATE_TEST_SUITE_P(table, EveryOp, testing::ValuesIn(plain_ops()), name_of_op);

TEST(table, has_one_structural_op_of_each_kind) {
  for (int k = 1; k <= static_cast<int>(ir::Control::require); ++k)
    EXPECT_EQ(ops::structural(static_cast<ir::Control>(k)).control, static_cast<ir::Control>(k));
}

TEST(table, knows_no_op_by_another_name) {
  EXPECT_EQ(ops::find("no_such_op"), nullptr);
  EXPECT_EQ(ops::find(""), nullptr);
}

}  // namespace
}  // namespace tlaloc::ops_test
