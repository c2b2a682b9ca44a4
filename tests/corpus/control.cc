// Branches, loops and calls.
#include <cmath>

#include "corpus/programs.h"
#include "corpus/write.h"

namespace tlaloc::corpus {
namespace {

using back::Array;

Array scalar(double v) { return Array::scalar(v); }
Array count(std::int64_t v) { return Array::scalar(v); }
Array vec(std::initializer_list<double> v) { return Array::vector<double>(v); }

// x^k by repeated products, one for each odd turn: a counted loop with a branch.
E odd_products(E x, std::int64_t turns) {
  return for_(integer(turns), {x}, [&](E i, const Es& c) {
    return if_(i % 2 == 0, [&] { return Es{c[0] * x}; }, [&] { return c; });
  })[0];
}

// The steps of Newton's square root of a, until they are small.
E newton(E a) {
  return while_(
      {a, num(0)}, [&](const Es& c) { return abs(c[0] - c[1]) > 1e-12; },
      [&](const Es& c) { return Es{(c[0] + a / c[0]) * 0.5, c[0]}; })[0];
}

ir::Graph with_callee(ir::Graph g, ir::Function f) {
  g.functions.push_back(std::move(f));
  return g;
}

}  // namespace

std::vector<Program> control_programs() {
  const std::vector<ir::Type> s1{f64()}, s2{f64(), f64()}, sn{f64(), i64()}, v1{f64({n()})};
  std::vector<Program> out;
  const auto add = [&](std::string name, ir::Graph g, std::vector<Array> args,
                       std::optional<std::vector<double>> gradient, bool smooth = true,
                       bool twice = true) {
    out.push_back(
        {std::move(name), std::move(g), std::move(args), std::move(gradient), smooth, twice});
  };

  // ---- branches ----
  const auto side = [](const Es& x) {
    return if_(x[0] > 0, [&] { return Es{x[0] * x[0] * x[1]}; }, [&] { return Es{sin(x[0])}; });
  };
  add("branch_taken", program(s2, side), {scalar(2), scalar(3)}, {{12, 4}});
  add("branch_not_taken", program(s2, side), {scalar(-1), scalar(3)}, {{std::cos(-1.0), 0}});
  add("branch_of_outer_values",
      program(s2,
              [](const Es& x) {
                return if_(x[0] > x[1], [&] { return Es{x[0]}; }, [&] { return Es{x[1]}; });
              }),
      {scalar(2), scalar(3)}, {{0, 1}});
  add("row71_branch_sqrt",
      program(s1,
              [](const Es& x) {
                return if_(x[0] > 0, [&] { return Es{sqrt(x[0])}; }, [&] { return Es{num(0)}; });
              }),
      {scalar(-1)}, {{0}});
  add("branch_in_branch",
      program(s2,
              [](const Es& x) {
                return if_(
                    x[0] > 0,
                    [&] {
                      const E y = x[0] * x[1];
                      return if_(
                          y > 1, [&] { return Es{exp(y) * x[0]}; }, [&] { return Es{y * y}; });
                    },
                    [&] { return Es{x[1]}; });
              }),
      {scalar(1.2), scalar(1.1)}, {});

  // ---- loops ----
  add("row20_integer_power",
      program(sn,
              [](const Es& x) {
                return for_(x[1], {num(1)}, [&](E, const Es& c) { return Es{c[0] * x[0]}; });
              }),
      {scalar(0), count(0)}, {{0}});
  add("power_loop",
      program(sn,
              [](const Es& x) {
                return for_(x[1], {num(1)}, [&](E, const Es& c) { return Es{c[0] * x[0]}; });
              }),
      {scalar(1.1), count(5)}, {{5 * std::pow(1.1, 4)}});
  for (std::int64_t turns : {1, 2, 7})
    add("row22_last_turn_" + std::to_string(turns),
        program(sn,
                [](const Es& x) {
                  return for_(x[1], {num(0)}, [&](E, const Es&) { return Es{num(0) + x[0]}; });
                }),
        {scalar(4), count(turns)}, {{1}});
  add("row4_sum_of_quotients",
      program(s1,
              [](const Es& x) {
                return for_(integer(2), {num(0)}, [&](E i, const Es& c) {
                  return Es{c[0] + 1 / (to(DType::f64, i + 1) + x[0] * x[0])};
                });
              }),
      {scalar(1)}, {{-0.7222222222222222}});
  add("row80_accumulate_from_5",
      program(sn,
              [](const Es& x) {
                const E acc =
                    for_(x[1], {num(5)}, [&](E, const Es& c) { return Es{c[0] + x[0]}; })[0];
                return Es{acc * 2 * x[0]};
              }),
      {scalar(1), count(3)}, {{22}});
  add("row83_odd_products_2", program(s1, [](const Es& x) { return Es{odd_products(x[0], 9)}; }),
      {scalar(2)}, {{192}});
  add("row83_odd_products_3", program(s1, [](const Es& x) { return Es{odd_products(x[0], 9)}; }),
      {scalar(3)}, {{1458}});
  add("dot_loop",
      program(v1,
              [](const Es& x) {
                return for_(size_of(n()), {num(0)},
                            [&](E i, const Es& c) { return Es{c[0] + at(x[0], i) * at(x[0], i)}; });
              }),
      {vec({1, 2, 3})}, {{2, 4, 6}});
  add("elementwise_loop",
      program(v1,
              [](const Es& x) {
                const E y = for_(size_of(n()), {zeros(f64({n()}))}, [&](E i, const Es& c) {
                  return Es{set(c[0], i, sin(at(x[0], i)) * at(x[0], i))};
                })[0];
                return Es{sum(y * y)};
              }),
      {vec({0.3, -0.7, 1.2})}, {});
  add("recurrence_in_tensor",
      program(v1,
              [](const Es& x) {
                const E y = for_(size_of(n()) - 1, {x[0]}, [&](E i, const Es& c) {
                  return Es{set(c[0], i + 1, at(c[0], i) * at(c[0], i + 1))};
                })[0];
                return Es{at(y, size_of(n()) - 1) + sum(y)};
              }),
      {vec({0.5, 1.5, -2, 0.8})}, {});
  add("counter_carried",
      program(v1,
              [](const Es& x) {
                return Es{for_(size_of(n()), {num(1), integer(0)}, [&](E, const Es& c) {
                  return Es{c[0] * at(x[0], c[1]), c[1] + 1};
                })[0]};
              }),
      {vec({2, 3, 4})}, {{12, 8, 6}});
  add("nested_loops",
      program(v1,
              [](const Es& x) {
                return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                  const E row = for_(i + 1, {num(1)},
                                     [&](E j, const Es& d) { return Es{d[0] * at(x[0], j)}; })[0];
                  return Es{c[0] + row * row};
                });
              }),
      {vec({0.9, 1.1, 1.3})}, {});
  add("loop_with_branch_on_data",
      program(v1,
              [](const Es& x) {
                return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                  const E v = at(x[0], i);
                  return if_(
                      v > 0, [&] { return Es{c[0] + v * v * v}; }, [&] { return Es{c[0] * 0.5}; });
                });
              }),
      {vec({1, -2, 3, 0.5})}, {});
  add("zero_turns",
      program(sn,
              [](const Es& x) {
                return for_(x[1], {x[0] * x[0]}, [&](E, const Es& c) { return Es{sin(c[0])}; });
              }),
      {scalar(3), count(0)}, {{6}});
  add("negative_turns",
      program(sn,
              [](const Es& x) {
                return for_(x[1], {x[0] * x[0]}, [&](E, const Es& c) { return Es{sin(c[0])}; });
              }),
      {scalar(3), count(-2)}, {{6}});
  // What the inner loop keeps has room before the outer one.
  add("nested_counted_turns",
      program(sn,
              [](const Es& x) {
                return for_(x[1] + 1, {x[0]}, [&](E, const Es& c) {
                  const E inner =
                      for_(x[1], {c[0] * x[0]}, [&](E, const Es& d) { return Es{sin(d[0])}; })[0];
                  return Es{c[0] + inner};
                });
              }),
      {scalar(0.7), count(3)}, {});
  add("swap_carried",
      program(s2,
              [](const Es& x) {
                const Es y = for_(integer(5), {x[0], x[1]},
                                  [&](E, const Es& c) { return Es{c[1] * c[0], c[0]}; });
                return Es{y[0] + 2 * y[1]};
              }),
      {scalar(1.1), scalar(0.9)}, {});
  add("invariant_carried",
      program(s2,
              [](const Es& x) {
                return Es{for_(integer(3), {x[0], x[1]},
                               [&](E, const Es& c) { return Es{c[0] * c[1], c[1]}; })[0]};
              }),
      {scalar(1.1), scalar(0.9)}, {{std::pow(0.9, 3), 1.1 * 3 * 0.81}});
  add("loop_in_branch",
      program(s2,
              [](const Es& x) {
                return if_(
                    x[0] > 1,
                    [&] {
                      return for_(integer(4), {x[0]},
                                  [&](E, const Es& c) { return Es{c[0] * x[1] + x[0]}; });
                    },
                    [&] { return Es{x[1]}; });
              }),
      {scalar(1.5), scalar(0.7)}, {});
  add("row23_running_minimum",
      program(v1,
              [](const Es& x) {
                return for_(size_of(n()), {at(x[0], integer(0))}, [&](E i, const Es& c) {
                  return if_(
                      at(x[0], i) < c[0], [&] { return Es{at(x[0], i)}; }, [&] { return c; });
                });
              }),
      {vec({3, 1, 2})}, {{0, 1, 0}});
  add("row78_overwrite",
      program(s1,
              [](const Es& x) {
                return for_(integer(1), {num(2)},
                            [&](E, const Es& c) { return Es{cos(x[0]) * c[0]}; });
              }),
      {scalar(1)}, {{-1.682941969615793}});
  add("row81_long_loop",
      program(s1,
              [](const Es& x) {
                return for_(integer(130), {x[0]}, [&](E i, const Es& c) {
                  return if_(i % 2 == 0, [&] { return Es{c[0] * 1.001}; }, [&] { return c; });
                });
              }),
      {scalar(1)}, {{std::pow(1.001, 65)}});

  // ---- while ----
  add("row84_do_while",
      program(s1,
              [](const Es& x) {
                return Es{while_(
                    {x[0], integer(0)}, [&](const Es& c) { return c[1] < 2; },
                    [&](const Es& c) {
                      const Es r = if_(
                          c[1] == 0, [&] { return Es{c[0] * x[0]}; },
                          [&] { return Es{c[0] * c[0]}; });
                      return Es{r[0], c[1] + 1};
                    })[0]};
              }),
      {scalar(2)}, {{32}});
  add("newton", program(s1, [](const Es& x) { return Es{newton(x[0])}; }), {scalar(2)},
      {{0.35355339059327376}}, true, false);

  // ---- calls ----
  const ir::Function square = function("square", s1, [](const Es& x) { return Es{x[0] * x[0]}; });
  add("call",
      with_callee(program(s1,
                          [](const Es& x) {
                            const E y = call("square", {sin(x[0])}, {f64()})[0];
                            return Es{call("square", {y}, {f64()})[0] + y};
                          }),
                  square),
      {scalar(0.6)}, {});
  // x^k = x * x^(k-1)
  const ir::Function power = function("power", sn, [](const Es& x) {
    return if_(
        x[1] > 0, [&] { return Es{x[0] * call("power", {x[0], x[1] - 1}, {f64()})[0]}; },
        [&] { return Es{num(1)}; });
  });
  add("recursion",
      with_callee(program(sn, [](const Es& x) { return call("power", {x[0], x[1]}, {f64()}); }),
                  power),
      {scalar(1.3), count(4)}, {{4 * std::pow(1.3, 3)}});
  for (Program& p : recursive_programs()) out.push_back(std::move(p));
  return out;
}

std::vector<Loop> loops() {
  using Args = std::vector<Array>;
  const auto ramp = [](std::int64_t n) {
    Array a = Array::zeros(DType::f64, {n});
    for (std::int64_t i = 0; i < n; ++i)
      a.as_mutable<double>()[i] = 0.5 + 0.01 * static_cast<double>(i % 17);
    return a;
  };
  static const auto vector_of = ramp;
  const auto one_vector = [](std::int64_t n) { return Args{vector_of(n)}; };
  const auto two_vectors = [](std::int64_t n) { return Args{vector_of(n), vector_of(n)}; };
  const auto scalar_and_count = [](std::int64_t n) {
    return Args{Array::scalar(0.99), Array::scalar(n)};
  };
  const std::vector<ir::Type> v1{f64({n()})}, v2{f64({n()}), f64({n()})}, sn{f64(), i64()};
  std::vector<Loop> out;
  out.push_back({"sum_of_squares",
                 program(v1,
                         [](const Es& x) {
                           return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             return Es{c[0] + at(x[0], i) * at(x[0], i)};
                           });
                         }),
                 one_vector});
  out.push_back({"elementwise",
                 program(v1,
                         [](const Es& x) {
                           const E y =
                               for_(size_of(n()), {zeros(f64({n()}))}, [&](E i, const Es& c) {
                                 return Es{set(c[0], i, tanh(at(x[0], i)))};
                               })[0];
                           return Es{sum(y)};
                         }),
                 one_vector});
  out.push_back({"product",
                 program(v1,
                         [](const Es& x) {
                           return for_(size_of(n()), {num(1)},
                                       [&](E i, const Es& c) { return Es{c[0] * at(x[0], i)}; });
                         }),
                 one_vector});
  out.push_back({"dot",
                 program(v2,
                         [](const Es& x) {
                           return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             return Es{c[0] + at(x[0], i) * at(x[1], i)};
                           });
                         }),
                 two_vectors});
  out.push_back({"iterated_map",
                 program(sn,
                         [](const Es& x) {
                           return for_(x[1], {x[0]},
                                       [&](E, const Es& c) { return Es{sin(c[0]) * x[0]}; });
                         }),
                 scalar_and_count});
  out.push_back({"recurrence_in_tensor",
                 program(v1,
                         [](const Es& x) {
                           const E y = for_(size_of(n()) - 1, {x[0]}, [&](E i, const Es& c) {
                             return Es{set(c[0], i + 1, at(c[0], i) * at(c[0], i + 1))};
                           })[0];
                           return Es{sum(y)};
                         }),
                 one_vector});
  out.push_back({"branch_on_data",
                 program(v1,
                         [](const Es& x) {
                           return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             const E v = at(x[0], i);
                             return if_(
                                 v > 0.555, [&] { return Es{c[0] + v * v}; }, [&] { return c; });
                           });
                         }),
                 one_vector});
  out.push_back({"rows_of_three",
                 program(v1,
                         [](const Es& x) {
                           return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             return for_(integer(3), {c[0]}, [&](E, const Es& d) {
                               return Es{sin(d[0]) + at(x[0], i)};
                             });
                           });
                         }),
                 one_vector});
  out.push_back(
      {"newton_steps",
       program(sn,
               [](const Es& x) {
                 const Es y = while_(
                     {x[0], integer(0)}, [&](const Es& c) { return c[1] < x[1]; },
                     [&](const Es& c) { return Es{(c[0] + x[0] / c[0]) * 0.5, c[1] + 1}; });
                 return Es{y[0]};
               }),
       scalar_and_count});
  out.push_back(
      {"branch_reads_carried_tensor",
       program(v1,
               [](const Es& x) {
                 const E y = for_(size_of(n()) - 1, {x[0]}, [&](E i, const Es& c) {
                   return if_(
                       at(x[0], i) > 0.555,
                       [&] { return Es{set(c[0], i + 1, sin(at(c[0], i)) * at(c[0], i + 1))}; },
                       [&] { return Es{set(c[0], i + 1, at(c[0], i) * 1.01)}; });
                 })[0];
                 return Es{sum(y)};
               }),
       one_vector});
  out.push_back(
      {"inner_loop_reads_carried_tensor",
       program(v1,
               [](const Es& x) {
                 const E y = for_(size_of(n()) - 3, {x[0]}, [&](E i, const Es& c) {
                   return for_(integer(3), {c[0]}, [&](E j, const Es& d) {
                     return Es{set(d[0], i + j + 1, sin(at(d[0], i + j)) * at(d[0], i + j + 1))};
                   });
                 })[0];
                 return Es{sum(y)};
               }),
       one_vector});
  out.push_back(
      {"branch_in_inner_loop_reads_carried_tensor",
       program(v1,
               [](const Es& x) {
                 const E y = for_(size_of(n()) - 3, {x[0]}, [&](E i, const Es& c) {
                   return for_(integer(3), {c[0]}, [&](E j, const Es& d) {
                     return if_(
                         j > 0,
                         [&] { return Es{set(d[0], i + j, sin(at(d[0], i)) * at(d[0], i + j))}; },
                         [&] { return Es{set(d[0], i, at(d[0], i) * at(d[0], i + 1))}; });
                   });
                 })[0];
                 return Es{sum(y)};
               }),
       one_vector});
  out.push_back({"two_loops",
                 program(v1,
                         [](const Es& x) {
                           const E mean = for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             return Es{c[0] + at(x[0], i)};
                           })[0];
                           return for_(size_of(n()), {num(0)}, [&](E i, const Es& c) {
                             const E d = at(x[0], i) - mean;
                             return Es{c[0] + d * d};
                           });
                         }),
                 one_vector});
  out.push_back({"first_turn_goes_another_way",
                 program(v1,
                         [](const Es& x) {
                           const E y =
                               for_(size_of(n()), {zeros(f64({n()}))}, [&](E i, const Es& c) {
                                 const E v = if_(
                                     i == 0, [&] { return Es{at(x[0], integer(0))}; },
                                     [&] { return Es{at(x[0], i) * sin(at(x[0], i - 1))}; })[0];
                                 return Es{set(c[0], i, v)};
                               })[0];
                           return Es{sum(y)};
                         }),
                 one_vector});
  return out;
}

}  // namespace tlaloc::corpus
