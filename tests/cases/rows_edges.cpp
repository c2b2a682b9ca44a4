// The rows of the bug log that are edges: choices of which one side is infinite, ties, powers at 0,
// kinks, underflow; in every way. Conventions: docs/ties.md.
#include <algorithm>
#include <limits>

#include "every_way.h"

using cases::check;
using cases::every_way;
using cases::second;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

void choices() {
  const auto root_above_one = [](auto x) { return x < 1 ? x : std::sqrt(x); };
  every_way("jax #5798", root_above_one, 0.0, 1);
  second("jax #5798", root_above_one, 0.0, 0);
  const auto zero_times_inf = [](auto x) {
    return x > 0 ? decltype(x)(0) : x * std::numeric_limits<decltype(x)>::infinity();
  };
  every_way("jax #2630", zero_times_inf, 1.0, 0);
  const auto root_or_zero = [](auto x) { return x > 0 ? std::sqrt(x) : decltype(x)(0); };
  every_way("cppad #8", root_or_zero, -1.0, 0);
  second("cppad #8", root_or_zero, -1.0, 0);
  second("cppad #8, taken", root_or_zero, 4.0, -1.0 / 32);
  const auto logarithm = [](auto x) { return x > 0 ? std::log(x) : decltype(x)(0); };
  every_way("jax PR 5658", logarithm, 1.0, 1);
  every_way("jax PR 5658", logarithm, -1.0, 0);
  second("jax PR 5658", logarithm, 1.0, -1);
  // pytorch #187297, #16317 with numbers
  const auto root = [](auto x) { return x > 0 ? std::sqrt(x) : x; };
  every_way("pytorch #187297", root, -1.0, 1);
  every_way("pytorch #187297", root, -4.0, 1);
  const auto kept = [](auto x, auto n) { return n > 0 ? x / n : decltype(x)(0); };
  every_way("pytorch #16317", kept, 1.0, 0.0, 0, 0);
  every_way("pytorch #16317", kept, 1.0, 2.0, 0.5, -0.25);
  second("pytorch #16317", kept, 1.0, 2.0, {0, -0.25, 0.25});
}

void powers() {
  const auto power = [](auto x, auto y) { return std::pow(x, y); };
  every_way("enzyme PR 2855", power, 0.0, 1.0, 1, 0);
  const auto zeroth = [](auto x) { return std::pow(x, 0); };
  for (double x : {0.0, 2.0}) {
    every_way("enzyme PR 507", zeroth, x, 0);
    second("enzyme PR 507", zeroth, x, 0);
  }
  for (int k = 0; k < 4; ++k) {
    const auto whole = [k](auto x) { return std::pow(x, k); };
    every_way("jax #18450", whole, 0.0, k == 1);
    second("jax #18450", whole, 0.0, k == 2 ? 2 : 0);
  }
  for (double e : {2.0, 1.0, 0.5, 0.0, -1.0}) {
    const auto base = [e](auto x) { return std::pow(x, decltype(x)(e)); };
    const double want = e > 1 ? 0 : e == 1 ? 1 : e > 0 ? kInf : e == 0 ? 0 : -kInf;
    check("stan #3031", tlaloc::grad(base)(0.0), want);
    check("stan #3031 forward", tlaloc::jvp(base)(0.0, 1.0), want);
    check("stan #3031 float", tlaloc::grad(base)(0.0f), want);
    const auto lanes =
        tlaloc::vmap<tlaloc::Any>(tlaloc::grad(base))(tlaloc::Vector<double>{0.0, 1.0, 2.0});
    check("stan #3031 lanes", lanes(0), want);
    check("stan #3031 lanes", lanes(2), e * std::pow(2.0, e - 1));
  }
  check("sacado #2008", std::get<0>(tlaloc::grad(power)(-1.0, 2.0)), -2);
  check("sacado #2008 forward", tlaloc::jvp(power)(-1.0, 2.0, 1.0, 0.0), -2);
  check("sacado #2008 float", std::get<0>(tlaloc::grad(power)(-1.0f, 2.0f)), -2);
  const auto wrapped = [](auto x) {
    const decltype(x) base = -5, exponent = 5;
    return std::pow(base, exponent) + 0 * x;
  };
  every_way("autodiff #315", wrapped, 2.0, 0);
  second("autodiff #315", wrapped, 2.0, 0);
}

void ties() {
  const auto fmax = [](auto a, auto b) { return std::fmax(a, b); };
  every_way("adol-c #88", fmax, 2.0, 2.0, 0.5, 0.5);
  const auto fmin = [](auto a, auto b) { return std::fmin(a, b); };
  every_way("adol-c #88, fmin", fmin, 2.0, 2.0, 0.5, 0.5);
  const auto max = [](auto a, auto b) { return std::max(a, b); };
  every_way("adol-c #88, max", max, 2.0, 2.0, 0.5, 0.5);
  const auto min = [](auto a, auto b) { return std::min(a, b); };
  every_way("adol-c #88, min", min, 2.0, 2.0, 0.5, 0.5);
  const auto twice = [](auto x) { return std::max(x, x); };
  every_way("autograd #141", twice, 1.5, 1);
  const auto listed = [](auto x) { return std::max({x, x}); };
  every_way("autograd #141, a list", listed, 1.5, 1);
  const auto sum = [](auto x) {
    using T = decltype(x);
    return std::fmin(x, T(0)) + std::fmax(x, T(0));
  };
  every_way("F4", sum, 0.0, 1);
  const auto clamped = [](auto x) {
    using T = decltype(x);
    return std::clamp(x, T(0), T(1));
  };
  for (double x : {-0.75, 0.0, 0.5, 1.0, 1.75})
    every_way("pytorch #7002", clamped, x, x >= 0 && x <= 1);
  const auto written = [](auto x) {
    using T = decltype(x);
    return std::min(std::max(x, T(0)), T(1));
  };
  for (double x : {-0.75, 0.0, 0.5, 1.0, 1.75})
    every_way("pytorch #7002, written out", written, x, x == 0 || x == 1 ? 0.5 : x > 0 && x < 1);
  const auto larger = [](auto a, auto b) { return a > b ? a : b; };
  every_way("a choice at a tie is the side that is taken", larger, 2.0, 2.0, 0, 1);
}

void kinks() {
  const auto root_of_square = [](auto x) { return std::sqrt(x * x); };
  every_way("zygote #1598", root_of_square, 0.0, 0);
  every_way("zygote #1598, beside", root_of_square, -3.0, -1);
  const auto absolute = [](auto x) { return std::fabs(x); };
  every_way("|x| at 0", absolute, 0.0, 0);
  const auto root = [](auto x) { return std::sqrt(x); };
  check("enzyme #1295", tlaloc::grad(root)(0.0), kInf);
  check("enzyme #1295 forward", tlaloc::jvp(root)(0.0, 1.0), kInf);
  check("enzyme #1295 float", tlaloc::grad(root)(0.0f), kInf);
  check("enzyme #1295 lanes",
        tlaloc::vmap<tlaloc::Any>(tlaloc::grad(root))(tlaloc::Vector<double>{0.0, 4.0})(0), kInf);
  const auto hidden = [](auto x, auto y) { return std::sqrt(x * x + y * y) * 0; };
  every_way("enzyme #1295, times 0", hidden, 0.0, 0.0, 0, 0);
  const auto angle = [](auto y, auto x) { return std::atan2(y, x); };
  every_way("atan2(0, 0)", angle, 0.0, 0.0, 0, 0);
  const auto hypot = [](auto x, auto y) { return std::hypot(x, y); };
  every_way("hypot(0, 0)", hypot, 0.0, 0.0, 0, 0);
  const auto tiny = tlaloc::grad(angle)(1e-13f, 5.6843e-14f);
  const auto equal = tlaloc::grad(angle)(1e-30f, 1e-30f);
  check("pytorch #98276", std::get<1>(tiny), -7.5579e12, 1e-4);
  check("pytorch #98276", std::get<0>(tiny), 4.2962e12, 1e-4);
  check("pytorch #98276 forward", tlaloc::jvp(angle)(1e-13f, 5.6843e-14f, 0.0f, 1.0f), -7.5579e12,
        1e-4);
  check("pytorch #193040", std::get<0>(equal), 5e29, 1e-6);
  check("pytorch #193040", std::get<1>(equal), -5e29, 1e-6);
  const auto lanes = tlaloc::vmap<tlaloc::Any>(tlaloc::grad(angle))(
      tlaloc::Vector<float>{1e-13f, 1e-30f}, tlaloc::Vector<float>{5.6843e-14f, 1e-30f});
  check("pytorch #98276 lanes", std::get<1>(lanes)(0), -7.5579e12, 1e-4);
  check("pytorch #193040 lanes", std::get<0>(lanes)(1), 5e29, 1e-6);
  // log(1 + exp(x)) far out: what is not reached does not spoil it.
  const auto softplus = [](auto x) {
    return x > 30 ? x : x < -30 ? std::exp(x) : std::log1p(std::exp(x));
  };
  every_way("jax #2107", softplus, 800.0, 1);
  every_way("jax #2107", softplus, -800.0, 0);
}

}  // namespace

int main() {
  choices();
  powers();
  ties();
  kinks();
  return cases::summary("edges of the log");
}
