// Straight code: the rows of the public bug log that need no control flow, and small formulas.
#include <cmath>

#include "corpus/programs.h"
#include "corpus/write.h"

namespace tlaloc::corpus {
namespace {

using back::Array;

Array scalar(double v) { return Array::scalar(v); }
Array vec(std::initializer_list<double> v) { return Array::vector<double>(v); }

constexpr double kInf = HUGE_VAL;

}  // namespace

std::vector<Program> straight_programs() {
  const auto one = [](const std::function<E(const Es&)>& f) {
    return [f](const Es& x) { return Es{f(x)}; };
  };
  const std::vector<ir::Type> s1{f64()}, s2{f64(), f64()}, v1{f64({n()})};
  std::vector<Program> out;
  const auto add = [&](std::string name, ir::Graph g, std::vector<Array> args,
                       std::optional<std::vector<double>> gradient, bool smooth = true,
                       bool twice = true) {
    out.push_back(
        {std::move(name), std::move(g), std::move(args), std::move(gradient), smooth, twice});
  };

  add("product", program(s2, one([](const Es& x) { return x[0] * sin(x[1]) * x[0]; })),
      {scalar(1.3), scalar(0.7)}, {});
  add("quotient", program(s2, one([](const Es& x) { return exp(x[0] / x[1]) - log(x[1]); })),
      {scalar(0.4), scalar(1.9)}, {});
  add("sum_of_squares", program(v1, one([](const Es& x) { return sum(x[0] * x[0]); })),
      {vec({1, -2, 3})}, {{2, -4, 6}});
  add("neuron", program({f64({n()}), f64({n()}), f64()}, one([](const Es& x) {
                          return tanh(sum(x[0] * x[1]) + x[2]);
                        })),
      {vec({0.1, 0.2}), vec({0.3, -0.4}), scalar(0.05)}, {});

  add("row16i_captured_constant", program(s1, one([](const Es& x) { return x[0] * x[0] * 3; })),
      {scalar(1.5)}, {{9}});
  add("row16ii_captured_active", program(s1, one([](const Es& x) { return x[0] * x[0] * x[0]; })),
      {scalar(1.5)}, {{6.75}});
  add("row31_where_sqrt",
      program(s1, one([](const Es& x) { return where(x[0] < 1, x[0], sqrt(x[0])); })), {scalar(0)},
      {{1}}, false);
  add("row32_where_inf",
      program(s1, one([](const Es& x) { return where(x[0] > 0, num(0), x[0] * kInf); })),
      {scalar(1)}, {{0}}, false);
  add("row52_where_sqrt",
      program(v1, one([](const Es& x) { return sum(where(x[0] > 0, sqrt(x[0]), x[0])); })),
      {vec({-1, -4})}, {{1, 1}}, false);
  add("row53_divide_where",
      program(v1, one([](const Es& x) {
                const E counts =
                    set(set(zeros(f64({n()})), integer(1), num(2)), integer(0), num(0));
                return sum(where(counts > 0, x[0] / counts, full_like(x[0], 0)));
              })),
      {vec({3, 5})}, {{0, 0.5}}, false);
  add("row71_where_nan",
      program(s1, one([](const Es& x) { return where(x[0] > 0, sqrt(x[0]), num(0)); })),
      {scalar(-1)}, {{0}}, false);
  add("row82_quotient", program(s1, one([](const Es& x) { return x[0] / (x[0] * x[0] + x[0]); })),
      {scalar(1)}, {{-0.25}});
  add("row88_doubling", program(s1, one([](const Es& x) {
                                  E y = x[0];
                                  for (int i = 0; i < 6; ++i) y = y + y;
                                  return y;
                                })),
      {scalar(0.3)}, {{64}});
  add("row95_scalar_operand",
      program({f64(), f64({n()})}, one([](const Es& x) { return sum(x[0] * x[1]); })),
      {scalar(2), vec({1, 2, 3})}, {{6, 2, 2, 2}});
  add("rowF3_integer_cut",
      program(s1, one([](const Es& x) { return x[0] * to(DType::f64, to(DType::i64, x[0])); })),
      {scalar(2.7)}, {{2}}, false);
  add("row19_pow_at_0_1", program(s2, one([](const Es& x) { return pow(x[0], x[1]); })),
      {scalar(0), scalar(1)}, {{1, 0}}, false, false);
  add("row20_pow_integer_0", program(s1, one([](const Es& x) { return pow(x[0], num(0)); })),
      {scalar(0)}, {{0}}, false);
  add("row20_pow_integer_0_at_2", program(s1, one([](const Es& x) { return pow(x[0], num(0)); })),
      {scalar(2)}, {{0}});
  add("row24_atan2",
      program(s2, one([](const Es& x) { return atan2(sin(x[0] + x[1]), cos(x[0] + x[1])); })),
      {scalar(0.4), scalar(0.7)}, {{1, 1}});
  add("row33_norm_squared", program(v1, one([](const Es& x) {
                                      const E norm = sqrt(sum(x[0] * x[0]));
                                      return norm * norm;
                                    })),
      {vec({0, 0, 0})}, {{0, 0, 0}}, false, false);
  add("row34_pow_at_23_0", program(s2, one([](const Es& x) { return pow(x[0], x[1]); })),
      {scalar(23), scalar(0)}, {{0, std::log(23.0)}});
  add("row35_powers_at_0",
      program({f64(), f64({n()})}, one([](const Es& x) {
                return sum(pow(x[0] + full_like(x[1], 0), stop_gradient(x[1])));
              })),
      {scalar(0), vec({0, 1, 2})}, {{1, 0, 0, 0}}, false, false);
  add("row38_masked_logsumexp",
      program(v1, one([](const Es& x) {
                const E first = set(full_like(x[0], 0), integer(0), num(1)) > 0;
                return log(sum(where(first, exp(x[0]), full_like(x[0], 0))));
              })),
      {vec({0, 100})}, {{1, 0}});
  for (double at : {0.0, 1.0})
    add("row57_clamp_at_" + std::to_string(static_cast<int>(at)),
        program(s1, one([](const Es& x) { return min(max(x[0], num(0)), num(1)); })), {scalar(at)},
        {{0.5}}, false, false);
  add("row72_quadratic_form",
      program({f64({3}), f64({9})},
              [](const Es& x) {
                return for_(integer(3), {num(0)}, [&](E i, const Es& c) {
                  return for_(integer(3), c, [&](E j, const Es& d) {
                    return Es{d[0] + 0.5 * at(x[0], i) * at(x[1], i * 3 + j) * at(x[0], j)};
                  });
                });
              }),
      {vec({1, 2, 3}), vec({1, 2, 3, 4, 5, 6, 7, 8, 9})},
      {{22, 34, 46, 0.5, 1, 1.5, 1, 2, 3, 1.5, 3, 4.5}});
  add("row73_max_at_tie", program(s2, one([](const Es& x) { return max(x[0], x[1]); })),
      {scalar(2), scalar(2)}, {{0.5, 0.5}}, false, false);
  add("row74_max_of_list",
      program(s1, one([](const Es& x) {
                return reduce_max(set(set(zeros(f64({2})), integer(0), x[0]), integer(1), x[0]));
              })),
      {scalar(1.5)}, {{1}}, false, false);
  add("row90_root_of_square", program(s1, one([](const Es& x) { return sqrt(x[0] * x[0]); })),
      {scalar(0)}, {{0}}, false, false);
  add("row93_pow_of_negative",
      program(s2, one([](const Es& x) { return pow(x[0], stop_gradient(x[1])); })),
      {scalar(-1), scalar(2)}, {{-2, 0}}, false);
  add("row94_root_times_0",
      program(s2, one([](const Es& x) { return sqrt(x[0] * x[0] + x[1] * x[1]) * 0; })),
      {scalar(0), scalar(0)}, {{0, 0}}, false, false);
  add("row91_cosh", program(s1, one([](const Es& x) { return (exp(x[0]) + exp(0 - x[0])) / 2; })),
      {scalar(1)}, {{std::sinh(1.0)}});
  add("rowF4_min_and_max_at_0",
      program(s1, one([](const Es& x) { return min(x[0], num(0)) + max(x[0], num(0)); })),
      {scalar(0)}, {{1}}, false, false);
  add("overflow_where",
      program(s1, one([](const Es& x) { return where(x[0] < 1, exp(x[0]), num(0)); })),
      {scalar(1000)}, {{0}}, false, false);
  add("stop_gradient", program(s1, one([](const Es& x) { return x[0] * stop_gradient(x[0]); })),
      {scalar(3)}, {{3}}, false);
  add("not_dependent", program(s2, one([](const Es& x) { return x[0] * 2; })),
      {scalar(3), scalar(4)}, {{2, 0}});
  add("auxiliary", program(s1, [](const Es& x) { return Es{x[0] * x[0], exp(x[0])}; }), {scalar(3)},
      {{6}});
  return out;
}

}  // namespace tlaloc::corpus
