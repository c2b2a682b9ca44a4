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
  add("stop_gradient", program(s1, one([](const Es& x) { return x[0] * stop_gradient(x[0]); })),
      {scalar(3)}, {{3}}, false);
  add("not_dependent", program(s2, one([](const Es& x) { return x[0] * 2; })),
      {scalar(3), scalar(4)}, {{2, 0}});
  add("auxiliary", program(s1, [](const Es& x) { return Es{x[0] * x[0], exp(x[0])}; }), {scalar(3)},
      {{6}});
  return out;
}

}  // namespace tlaloc::corpus
