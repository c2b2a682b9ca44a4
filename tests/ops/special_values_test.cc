// Zeros of both signs, infinities, NaN, tiny and huge numbers: kernels against references, and what
// the optimiser makes of them.
#include <cmath>

#include <gtest/gtest.h>

#include "ops/one_op.h"
#include "ops/scalar_program.h"
#include "pen/host_call.h"
#include "transform/optimise.h"

namespace tlaloc::ops_test {
namespace {

namespace build = ops::build;
using back::Array;
using ir::Builder;
using ir::Value;
using ir::Values;

constexpr double kInf = INFINITY;

const Numbers kSpecial = {0.0,   -0.0, 1.0,    -1.0,  0.5,    -2.5,  kInf,
                          -kInf, NAN,  1e-320, 1e300, -1e300, 700.0, -800.0};

std::vector<Array> special_inputs(const Use& use) {
  const auto n = static_cast<std::int64_t>(kSpecial.size());
  std::vector<Array> out;
  for (std::size_t k = 0; k < use.sample.x.size(); ++k) {
    Numbers v;
    for (std::int64_t i = 0; i < n * n; ++i)
      v.push_back(kSpecial[k == 0 ? i / n : (i + k - 1) % n]);
    const DType t = use.sample.x[k].dtype;
    if (t == DType::b1)
      for (double& one : v) one = one > 0;
    out.push_back(Array::from_numbers(t, v, {n * n}));
  }
  return out;
}

/// Pointwise ops of floating operands, on rank 1.
std::vector<Use> special_uses() {
  std::vector<Use> out;
  for (const ir::OpDef* op : plain_ops())
    for (Use& u : uses(*op)) {
      if (op->element != ir::Element::pointwise || u.sample.x.empty() ||
          !is_floating(u.sample.x.back().dtype))
        continue;
      for (ir::Type& t : u.sample.x)
        t.sizes = {ir::Size(static_cast<std::int64_t>(kSpecial.size() * kSpecial.size()))};
      out.push_back(u);
      break;
    }
  return out;
}

TEST(special_values, kernels_agree_with_references) {
  for (const Use& first : special_uses())
    for (DType t : {DType::f64, DType::f32}) {
      const Use u = in_dtype(first, t);
      if (u.op->kernel == nullptr) continue;
      SCOPED_TRACE(describe(u));
      auto x = special_inputs(u);
      const auto expected = run(program(u), x);
      std::vector<Array> y = expected;
      std::vector<pen::HostBuffer> from, to;
      for (Array& a : x) from.push_back({a.dtype, a.sizes, a.bytes.data()});
      for (Array& a : y) to.push_back({a.dtype, a.sizes, a.bytes.data()});
      pen::HostCall call{from, to, u.sample.attrs};
      u.op->kernel(call);
      expect_close(y[0].numbers(), expected[0].numbers(), t == DType::f64 ? 1e-13 : 1e-6, "kernel");
    }
}

TEST(special_values, rewrites_keep_them) {
  for (const Use& u : special_uses()) {
    SCOPED_TRACE(describe(u));
    const auto x = special_inputs(u);
    expect_close(run(transform::optimise(program(u)), x)[0].numbers(),
                 run(program(u), x)[0].numbers(), 0, "optimised");
  }
}

/// Each pattern that a rewrite looks for, on every special value; zeros must keep their sign.
TEST(special_values, algebra_is_sound) {
  using Body = Value (*)(Builder&, const Values&);
  const Body patterns[] = {
      [](Builder& b, const Values& x) {
        return build::add(b, x[0], build::number(b, 0, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::add(b, x[0], build::number(b, -0.0, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::sub(b, x[0], build::number(b, 0, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::sub(b, build::number(b, 0, DType::f64), x[0]);
      },
      [](Builder& b, const Values& x) {
        return build::mul(b, x[0], build::number(b, 0, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::mul(b, x[0], build::number(b, 1, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::mul(b, build::number(b, -1, DType::f64), x[0]);
      },
      [](Builder& b, const Values& x) {
        return build::div(b, x[0], build::number(b, 1, DType::f64));
      },
      [](Builder& b, const Values& x) { return build::add(b, x[0], build::neg(b, x[1])); },
      [](Builder& b, const Values& x) { return build::add(b, build::neg(b, x[0]), x[1]); },
      [](Builder& b, const Values& x) { return build::sub(b, x[0], build::neg(b, x[1])); },
      [](Builder& b, const Values& x) { return build::mul(b, build::neg(b, x[0]), x[1]); },
      [](Builder& b, const Values& x) {
        return build::mul(b, build::neg(b, x[0]), build::neg(b, x[1]));
      },
      [](Builder& b, const Values& x) { return build::sub(b, x[0], x[0]); },
      [](Builder& b, const Values& x) { return build::neg(b, build::neg(b, x[0])); },
      [](Builder& b, const Values& x) { return build::abs(b, build::neg(b, x[0])); },
      [](Builder& b, const Values& x) { return build::abs(b, build::abs(b, x[0])); },
      [](Builder& b, const Values& x) { return build::max(b, x[0], x[0]); },
      [](Builder& b, const Values& x) {
        return build::pow(b, x[0], build::number(b, 1, DType::f64));
      },
      [](Builder& b, const Values& x) {
        return build::pow(b, x[0], build::number(b, 0, DType::f64));
      },
  };
  for (std::size_t p = 0; p < std::size(patterns); ++p)
    for (double a : kSpecial)
      for (double c : kSpecial) {
        const ir::Graph g = function(2, patterns[p]);
        const double before = run(g, scalars({a, c}))[0].number(),
                     after = run(transform::optimise(g), scalars({a, c}))[0].number();
        if (std::isnan(before)) {
          EXPECT_TRUE(std::isnan(after)) << p << ": " << a << ", " << c;
          continue;
        }
        EXPECT_EQ(before, after) << p << ": " << a << ", " << c;
        EXPECT_EQ(std::signbit(before), std::signbit(after)) << p << ": " << a << ", " << c;
      }
}

}  // namespace
}  // namespace tlaloc::ops_test
