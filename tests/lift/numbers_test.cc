// What a lifted body computes is what the function computes: bodies.h is compiled into this program
// and lifted by it, and both run on the same inputs.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "back/eval/eval.h"
#include "bodies.h"
#include "ir/text.h"
#include "lift_file.h"

namespace {

using namespace tlaloc;
using back::Array;

const ir::Graph* graph_of(const std::string& name) {
  static const auto all = tests::lift_file(TLALOC_BODIES, {"-std=c++20", "-xc++"});
  if (!all) {
    ADD_FAILURE() << base::text(all.error());
    return nullptr;
  }
  for (const auto& f : *all) {
    if (f.name != name) continue;
    if (!f.lifted) ADD_FAILURE() << base::text(f.lifted.error());
    return f.lifted ? &f.lifted->program.graph : nullptr;
  }
  ADD_FAILURE() << name << " is not in bodies.h";
  return nullptr;
}

Array array_of(double v) { return Array::scalar(v); }
Array array_of(int v) { return Array::scalar(std::int32_t{v}); }
Array array_of(const std::vector<double>& v) {
  return Array::of(std::span<const double>(v), {static_cast<std::int64_t>(v.size())});
}

template <class F, class... A>
void compare(const char* name, F f, const A&... args) {
  const ir::Graph* g = graph_of(name);
  if (!g) return;
  auto got = back::eval(*g, {array_of(args)...});
  ASSERT_TRUE(got) << base::text(got.error()) << ir::print(*g);
  const double wanted = f(args...);
  const double value = got->front().template as<double>()[0];
  EXPECT_NEAR(value, wanted, 1e-12 * std::max(1.0, std::abs(wanted))) << name << ir::print(*g);
}
#define COMPARE(name, ...) compare(#name, bodies::name, __VA_ARGS__)

TEST(Lift, ValuesAndCalls) {
  for (double a : {-1.5, 0.0, 2.25}) {
    COMPARE(f_calls, a, 1.7);
    COMPARE(f_reference, a, 0.3);
    COMPARE(f_pointer, a, 0.3);
    COMPARE(f_class, a, 0.7);
    COMPARE(f_state, a);
    COMPARE(f_bases, a);
    COMPARE(f_lambdas, a);
    COMPARE(f_tuples, a, 4.0);
    COMPARE(f_math, a, 0.4);
    COMPARE(f_doubles, a);
    COMPARE(f_constants, a);
    COMPARE(f_integers, a, 7);
    COMPARE(f_integers, a, -8);
    COMPARE(f_integers, a, 0);
  }
}

TEST(Lift, Branches) {
  for (double x : {-2.0, -0.5, 0.0, 0.25, 0.75, 1.4, 3.0, 9.0}) {
    COMPARE(f_returns, x, 0.9);
    COMPARE(f_conditional, x);
    for (int n = 0; n < 8; ++n) {
      COMPARE(f_nested_returns, x, n);
      COMPARE(f_switch, x, n);
    }
  }
}

TEST(Lift, Loops) {
  for (int n : {-3, 0, 1, 2, 3, 4, 7, 12}) {
    COMPARE(f_sum, 1.5, std::max(n, 0));
    COMPARE(f_continue, 1.1, n);
    COMPARE(f_break, 0.3, n);
    COMPARE(f_labelled, 1.5, n);
    COMPARE(f_count_down, 0.5, std::max(n, 0));
    COMPARE(f_carry, 1.5, n);
  }
  for (double x : {0.01, 0.5, 2.0, 40.0}) {
    COMPARE(f_while, x);
    COMPARE(f_newton, x);
  }
}

TEST(Lift, Arrays) {
  for (int k = 0; k < 20; k += 3) COMPARE(f_array, 1.5, k);
  const std::vector<double> x{0.5, -1, 2, 0.25, 3};
  COMPARE(f_span, x);
  COMPARE(f_vector, x, 3);
  for (double limit : {0.1, 1.0, 2.5, 100.0}) COMPARE(f_range_exit, x, limit);
  COMPARE(f_minimum, x);
  COMPARE(f_gauss, 0.25, 0.3);
}

}  // namespace
