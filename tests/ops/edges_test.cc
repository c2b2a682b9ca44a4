// Ties, kinks and special values: what docs/ties.md says, in both modes and to second order.
#include <cmath>
#include <initializer_list>
#include <utility>

#include <gtest/gtest.h>

#include "ops/one_op.h"
#include "ops/scalar_program.h"
#include "ops/source.h"
#include "ops/table.h"
#include "transform/jvp.h"
#include "transform/optimise.h"
#include "transform/vjp.h"

namespace tlaloc::ops_test {
namespace {

namespace build = ops::build;
using back::Array;
using ir::Builder;
using ir::Value;
using ir::Values;

constexpr double kInf = INFINITY;

ir::Graph gradient_of(const ir::Graph& g, int operands) {
  auto out = transform::vjp(g, std::vector<bool>(operands, true), {true});
  EXPECT_TRUE(out.has_value()) << base::text(out.error());
  return *out;
}

/// All partial derivatives at `x`, by reverse mode, which forward mode must confirm, optimised and
/// not.
Numbers partials(const ir::Graph& g, const Numbers& x) {
  const int n = static_cast<int>(x.size());
  Numbers with_ct = x;
  with_ct.push_back(1);
  const ir::Graph reverse = gradient_of(g, n);
  Numbers out = flat(run(reverse, scalars(with_ct)));
  out.erase(out.begin());
  Numbers again = flat(run(transform::optimise(reverse), scalars(with_ct)));
  again.erase(again.begin());
  expect_close(again, out, 1e-14, "optimised");
  auto forward = transform::jvp(g, std::vector<bool>(n, true));
  EXPECT_TRUE(forward.has_value());
  for (int i = 0; i < n; ++i) {
    Numbers with_t = x;
    for (int k = 0; k < n; ++k) with_t.push_back(k == i);
    expect_close({flat(run(*forward, scalars(with_t))).back()}, {out[i]}, 1e-14, "forward mode");
  }
  return out;
}

/// The matrix of second derivatives, row by row, by reverse over reverse.
Numbers hessian(const ir::Graph& g, const Numbers& x) {
  const int n = static_cast<int>(x.size());
  const ir::Graph first = gradient_of(g, n);
  std::vector<bool> active(n, true);
  active.push_back(false);
  Numbers out;
  for (int row = 0; row < n; ++row) {
    std::vector<bool> seeded(n + 1, false);
    seeded[row + 1] = true;
    auto second = transform::vjp(first, active, seeded);
    EXPECT_TRUE(second.has_value()) << base::text(second.error());
    Numbers at = x;
    at.insert(at.end(), {1, 1});
    const Numbers y = flat(run(*second, scalars(at)));
    out.insert(out.end(), y.end() - n, y.end());
  }
  return out;
}

template <Value (*Op)(Builder&, Value, Value)>
ir::Graph of_two() {
  return function(2, [](Builder& b, const Values& x) { return Op(b, x[0], x[1]); });
}
template <Value (*Op)(Builder&, Value)>
ir::Graph of_one() {
  return function(1, [](Builder& b, const Values& x) { return Op(b, x[0]); });
}

// ---- ties and kinks ----

TEST(ties, equal_operands_of_max_and_min_share_the_slope) {
  for (const ir::Graph& g : {of_two<build::max>(), of_two<build::min>()})
    EXPECT_EQ(partials(g, {2, 2}), (Numbers{0.5, 0.5}));
  EXPECT_EQ(partials(of_two<build::max>(), {3, 2}), (Numbers{1, 0}));
  EXPECT_EQ(partials(of_two<build::max>(), {-3, 2}), (Numbers{0, 1}));
  EXPECT_EQ(partials(of_two<build::min>(), {3, 2}), (Numbers{0, 1}));
  EXPECT_EQ(partials(of_two<build::max>(), {0.0, -0.0}), (Numbers{0.5, 0.5}));
}

TEST(ties, of_one_value_with_itself_the_slope_is_one) {
  EXPECT_EQ(
      partials(function(1, [](Builder& b, const Values& x) { return build::max(b, x[0], x[0]); }),
               {3}),
      Numbers{1});
}

TEST(ties, equal_elements_of_a_reduction_share_the_slope) {
  for (auto reduce : {build::reduce_max, build::reduce_min}) {
    ir::Graph g;
    g.functions.emplace_back();
    ir::Function& f = g.main();
    f.name = "main";
    const Value x = f.add_param({DType::f64, {4}, {}});
    Builder b(f, ops::require_op());
    const bool max = reduce == build::reduce_max;
    f.body.results = {reduce(b, max ? x : build::neg(b, x), {0})};
    const std::vector<Array> at = {Array::vector<double>({1, 5, 5, 2}), Array::scalar<double>(1)};
    Numbers ct = flat(run(gradient_of(g, 1), at));
    ct.erase(ct.begin());
    EXPECT_EQ(ct, max ? (Numbers{0, 0.5, 0.5, 0}) : (Numbers{0, -0.5, -0.5, 0}));
  }
}

/// One op of a vector.
template <class Op>
Numbers of_vector(Op op, std::initializer_list<double> at, bool gradient) {
  ir::Graph g;
  g.functions.emplace_back();
  ir::Function& f = g.main();
  f.name = "main";
  const Value x = f.add_param({DType::f64, {static_cast<std::int64_t>(at.size())}, {}});
  Builder b(f, ops::require_op());
  f.body.results = {op(b, x)};
  if (!gradient) return flat(run(g, {Array::vector<double>(at)}));
  Numbers ct = flat(run(gradient_of(g, 1), {Array::vector<double>(at), Array::scalar<double>(1)}));
  ct.erase(ct.begin());
  return ct;
}

TEST(ties, a_nan_extreme_has_nan_slopes) {
  for (auto reduce : {build::reduce_max, build::reduce_min}) {
    const auto op = [&](Builder& b, Value x) { return reduce(b, x, {0}); };
    EXPECT_TRUE(std::isnan(of_vector(op, {1, NAN, 2}, false)[0]));
    for (double ct : of_vector(op, {1, NAN, 2}, true)) EXPECT_TRUE(std::isnan(ct));
  }
  for (auto extreme : {of_two<build::max>(), of_two<build::min>()})
    for (const Numbers& x : {Numbers{NAN, 1}, Numbers{1, NAN}})
      EXPECT_TRUE(std::isnan(flat(run(extreme, scalars(x)))[0]));
}

TEST(ties, positions_are_the_first_of_equal_ones) {
  const auto largest = [](Builder& b, Value x) {
    return build::convert(b, build::argmax(b, x, 0), DType::f64);
  };
  const auto smallest = [](Builder& b, Value x) {
    return build::convert(b, build::argmin(b, x, 0), DType::f64);
  };
  EXPECT_EQ(of_vector(largest, {1, 5, 5, 2}, false), Numbers{1});
  EXPECT_EQ(of_vector(smallest, {3, 1, 1, 2}, false), Numbers{1});
}

TEST(ties, abs_and_relu_have_slope_zero_at_zero) {
  for (double zero : {0.0, -0.0}) {
    EXPECT_EQ(partials(of_one<build::abs>(), {zero}), Numbers{0});
    EXPECT_EQ(partials(of_one<build::relu>(), {zero}), Numbers{0});
  }
  EXPECT_EQ(partials(of_one<build::abs>(), {-2}), Numbers{-1});
  EXPECT_EQ(partials(of_one<build::relu>(), {2}), Numbers{1});
  EXPECT_EQ(partials(of_one<build::relu>(), {-2}), Numbers{0});
}

TEST(kinks, sqrt_at_zero_is_infinite_unless_the_cotangent_is_zero) {
  EXPECT_EQ(partials(of_one<build::sqrt>(), {0}), Numbers{kInf});
  const auto times_zero = function(2, [](Builder& b, const Values& x) {  // √(x² + y²) · 0
    const Value s = build::add(b, build::mul(b, x[0], x[0]), build::mul(b, x[1], x[1]));
    return build::mul(b, build::sqrt(b, s), build::number(b, 0, DType::f64));
  });
  EXPECT_EQ(partials(times_zero, {0, 0}), (Numbers{0, 0}));
}

TEST(kinks, atan2_has_slopes_zero_at_the_origin) {
  EXPECT_EQ(partials(of_two<build::atan2>(), {0, 0}), (Numbers{0, 0}));
  expect_close(partials(of_two<build::atan2>(), {1e-30, 1e-30}), {5e29, -5e29}, 1e-12, "tiny");
  expect_close(partials(of_two<build::atan2>(), {3, 4}), {4.0 / 25, -3.0 / 25}, 1e-14, "plain");
}

/// One of the table's ops, of one operand or of two.
ir::Graph of_one_called(std::string_view name) {
  return function(1, [name](Builder& b, const Values& x) { return b.add(*ops::find(name), x); });
}
ir::Graph of_two_called(std::string_view name) {
  return function(
      2, [name](Builder& b, const Values& x) { return b.add(*ops::find(name), {x[0], x[1]}); });
}

TEST(kinks, hypot_has_slopes_zero_at_the_origin) {
  EXPECT_EQ(partials(of_two_called("hypot"), {0, 0}), (Numbers{0, 0}));
  expect_close(partials(of_two_called("hypot"), {3, -4}), {0.6, -0.8}, 1e-14, "plain");
  expect_close(partials(of_two_called("hypot"), {3e200, 4e200}), {0.6, 0.8}, 1e-14, "huge");
}

TEST(kinks, remainders_and_signs) {
  EXPECT_EQ(partials(of_two_called("remainder"), {7, 2.5}), (Numbers{1, -3}));
  EXPECT_EQ(partials(of_two_called("copysign"), {2, -3}), (Numbers{-1, 0}));
  EXPECT_EQ(partials(of_two_called("copysign"), {-2, -0.0}), (Numbers{1, 0}));
  EXPECT_EQ(partials(of_two_called("fdim"), {3, 1}), (Numbers{1, -1}));
  EXPECT_EQ(partials(of_two_called("fdim"), {2, 2}), (Numbers{0, 0}));
}

TEST(kinks, a_remainder_at_a_jump_has_the_slopes_beside_it) {
  EXPECT_EQ(partials(of_two_called("rem"), {6, 3}), (Numbers{1, -2}));
  EXPECT_EQ(partials(of_two_called("rem"), {-6, 3}), (Numbers{1, 2}));
  EXPECT_EQ(partials(of_two_called("remainder"), {7.5, 3})[0], 1);
}

TEST(kinks, steps_have_slope_zero_on_them_as_beside_them) {
  for (const char* name : {"floor", "ceil", "trunc", "round", "rint", "sign"})
    for (double x : {-1.0, -0.0, 0.0, 0.5, 2.25})
      EXPECT_EQ(partials(of_one_called(name), {x}), Numbers{0}) << name << " at " << x;
}

TEST(kinks, an_infinite_slope_counts_as_zero_where_the_cotangent_is) {
  const std::pair<const char*, double> where[] = {
      {"sqrt", 0}, {"log", 0},   {"cbrt", 0},  {"asin", 1},   {"asin", -1},
      {"acos", 1}, {"acos", -1}, {"atanh", 1}, {"atanh", -1}, {"acosh", 1}};
  for (const auto& [name, x] : where) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(std::isinf(partials(of_one_called(name), {x})[0]));
    EXPECT_EQ(flat(run(gradient_of(of_one_called(name), 1), scalars({x, 0}))).back(), 0);
  }
  EXPECT_EQ(partials(of_two_called("div"), {1, 0}), (Numbers{kInf, -kInf}));
  const Numbers masked = flat(run(gradient_of(of_two_called("div"), 2), scalars({1, 0, 0})));
  EXPECT_EQ(masked[1], 0);
  EXPECT_EQ(masked[2], 0);
}

TEST(ties, a_choice_is_the_side_that_it_takes) {
  const auto larger = function(2, [](Builder& b, const Values& x) {  // a > b ? a : b
    return build::select(b, build::gt(b, x[0], x[1]), x[0], x[1]);
  });
  EXPECT_EQ(partials(larger, {2, 2}), (Numbers{0, 1}));
  EXPECT_EQ(partials(larger, {3, 2}), (Numbers{1, 0}));
}

TEST(kinks, a_choice_masks_what_it_did_not_take) {
  const auto g = function(1, [](Builder& b, const Values& x) {  // x > 0 ? √x : x
    const Value zero = build::number(b, 0, DType::f64);
    return build::select(b, build::gt(b, x[0], zero), build::sqrt(b, x[0]), x[0]);
  });
  EXPECT_EQ(partials(g, {-1}), Numbers{1});
  EXPECT_EQ(partials(g, {-4}), Numbers{1});
  EXPECT_EQ(partials(g, {4}), Numbers{0.25});
  EXPECT_EQ(partials(g, {0}), Numbers{1});
}

TEST(kinks, an_infinite_slope_times_an_exact_zero_is_zero) {
  EXPECT_EQ(flat(run(of_two<build::mul_masked>(), scalars({0, kInf})))[0], 0);
  EXPECT_EQ(flat(run(of_two<build::mul_masked>(), scalars({0, NAN})))[0], 0);
  EXPECT_EQ(flat(run(of_two<build::mul_masked>(), scalars({2, kInf})))[0], kInf);
}

// ---- pow ----

TEST(pow, at_base_zero) {
  const ir::Graph g = of_two<build::pow>();
  EXPECT_EQ(partials(g, {0, 1}), (Numbers{1, 0}));
  EXPECT_EQ(partials(g, {0, 2})[0], 0);
  EXPECT_EQ(partials(g, {0, 0})[0], 0);
  EXPECT_EQ(partials(g, {2, 0})[0], 0);
  EXPECT_EQ(partials(g, {0, 0.5})[0], kInf);
  EXPECT_EQ(partials(g, {0, -1})[0], -kInf);
}

TEST(pow, a_negative_base_spoils_only_the_slope_of_the_exponent) {
  const Numbers slopes = partials(of_two<build::pow>(), {-1, 2});
  EXPECT_EQ(slopes[0], -2);
  EXPECT_TRUE(std::isnan(slopes[1]));
}

TEST(pow, second_derivatives) {
  expect_close(hessian(of_two<build::pow>(), {3, 4}), {108, 145.65012683, 145.65012683, 97.7628657},
               1e-7, "x^y");
  const Numbers at_zero = hessian(of_two<build::pow>(), {23, 0});
  expect_close({at_zero[1], at_zero[2], at_zero[3]}, {1 / 23.0, 1 / 23.0, 9.8313240}, 1e-7,
               "exponent 0");
  const auto square = function(1, [](Builder& b, const Values& x) {
    const Value two = build::number(b, 2, DType::f64);
    return build::mul(b, build::number(b, 4.3, DType::f64), build::pow(b, x[0], two));
  });
  EXPECT_EQ(partials(square, {0}), Numbers{0});
  expect_close(hessian(square, {0}), {8.6}, 1e-14, "4.3 x²");
}

// ---- calls that are compositions ----

Value source(Builder& b, std::string_view name, const Values& x) {
  ops::SourceCall call{name, {}, {}, {}};
  for (Value v : x) call.x.push_back({v, {}, {}, {}});
  auto y = ops::build_source_call(b, call);
  EXPECT_TRUE(y.has_value()) << base::text(y.error());
  return (*y)[0];
}
Value number(Builder& b, double v) { return build::number(b, v, DType::f64); }

TEST(ties, fmin_and_fmax_against_a_number_add_up_to_the_operand) {
  const auto g = function(1, [](Builder& b, const Values& x) {
    return build::add(b, source(b, "fmin", {x[0], number(b, 0)}),
                      source(b, "fmax", {x[0], number(b, 0)}));
  });
  for (double x : {0.0, -1.0, 2.0}) EXPECT_EQ(partials(g, {x}), Numbers{1});
}

TEST(ties, fmin_and_fmax_ignore_a_nan_beside_a_number) {
  for (const char* name : {"fmin", "fmax"}) {
    const auto g = function(2, [&](Builder& b, const Values& x) { return source(b, name, x); });
    EXPECT_EQ(flat(run(g, scalars({NAN, 3}))), Numbers{3});
    EXPECT_EQ(flat(run(g, scalars({3, NAN}))), Numbers{3});
    EXPECT_EQ(partials(g, {NAN, 3}), (Numbers{0, 1}));
  }
}

TEST(ties, clamp_has_slope_one_on_its_bounds) {
  const auto clamp = function(1, [](Builder& b, const Values& x) {
    return source(b, "clamp", {x[0], number(b, 0), number(b, 1)});
  });
  for (double x : {0.0, 0.5, 1.0}) EXPECT_EQ(partials(clamp, {x}), Numbers{1});
  for (double x : {-0.5, 1.5}) EXPECT_EQ(partials(clamp, {x}), Numbers{0});
  const auto written = function(1, [](Builder& b, const Values& x) {
    return build::min(b, build::max(b, x[0], number(b, 0)), number(b, 1));
  });
  for (double x : {0.0, 1.0}) EXPECT_EQ(partials(written, {x}), Numbers{0.5});
}

TEST(pow, of_a_sum_of_squares_has_slope_zero_at_zero_as_its_root) {
  const auto power = [](double e) {  // (x²)^e
    return function(1, [e](Builder& b, const Values& x) {
      return build::pow(b, build::mul(b, x[0], x[0]), number(b, e));
    });
  };
  for (double e : {0.5, 0.75}) EXPECT_EQ(partials(power(e), {0}), Numbers{0}) << e;
  expect_close(partials(power(0.5), {-2}), {-1}, 1e-14, "|x|");
}

TEST(pow, of_exponent_zero_has_slope_zero) {
  for (double x : {-2.0, 0.0, 3.0}) EXPECT_EQ(partials(of_two<build::pow>(), {x, 0})[0], 0) << x;
}

TEST(kinks, a_root_of_a_square_has_slope_zero_at_zero) {
  const auto g = function(
      1, [](Builder& b, const Values& x) { return build::sqrt(b, build::mul(b, x[0], x[0])); });
  EXPECT_EQ(partials(g, {0}), Numbers{0});
  EXPECT_EQ(partials(g, {-2}), Numbers{-1});
  const auto scaled = function(2, [](Builder& b, const Values& x) {  // √(2 x x + y² / 3)
    const Value twice = build::mul(b, build::mul(b, number(b, 2), x[0]), x[0]);
    const Value third = build::div(b, build::mul(b, x[1], x[1]), number(b, 3));
    return build::sqrt(b, build::add(b, twice, third));
  });
  EXPECT_EQ(partials(scaled, {0, 0}), (Numbers{0, 0}));
  const auto single = function(1, [](Builder& b, const Values& x) {  // √(2 x)
    return build::sqrt(b, build::mul(b, number(b, 2), x[0]));
  });
  EXPECT_EQ(partials(single, {0}), Numbers{kInf});
}

// ---- one operand used twice ----

TEST(twice, slopes_add_up) {
  EXPECT_EQ(
      partials(function(1, [](Builder& b, const Values& x) { return build::add(b, x[0], x[0]); }),
               {3}),
      Numbers{2});
  EXPECT_EQ(
      partials(function(1, [](Builder& b, const Values& x) { return build::mul(b, x[0], x[0]); }),
               {3}),
      Numbers{6});
  EXPECT_EQ(
      partials(function(1, [](Builder& b, const Values& x) { return build::sub(b, x[0], x[0]); }),
               {3}),
      Numbers{0});
  expect_close(
      partials(function(1, [](Builder& b, const Values& x) { return build::div(b, x[0], x[0]); }),
               {3}),
      {0}, 1e-15, "x/x");
  expect_close(
      partials(function(1, [](Builder& b, const Values& x) { return build::pow(b, x[0], x[0]); }),
               {2}),
      {4 * (1 + std::log(2.0))}, 1e-14, "x^x");
}

}  // namespace
}  // namespace tlaloc::ops_test
