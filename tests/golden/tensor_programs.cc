#include "golden/tensor_programs.h"

#include <functional>

#include "back/cpp/signature.h"
#include "corpus/write.h"

namespace tlaloc::golden {
namespace {

using namespace corpus;
using back::Array;
using Kind = transform::Step::Kind;
using transform::Program;
using transform::Step;

const std::vector<Step> kGrad{{Kind::value_and_grad, {}}};

Program plain(ir::Graph g) {
  Program p{std::move(g), {}};
  p.boundary = back::plain_boundary(p.graph.main());
  return p;
}

/// Numbers that look random and are not.
Array ramp(std::vector<std::int64_t> sizes, double first = 0.3) {
  Array a = Array::zeros(DType::f64, std::move(sizes));
  double v = first;
  for (double& e : a.as_mutable<double>()) {
    e = v;
    v = v > 1 ? v - 1.7 : v + 0.37;
  }
  return a;
}

/// The same program at sizes 0, 1 and some more.
std::vector<std::vector<Array>> at_sizes(
    const std::function<std::vector<Array>(std::int64_t)>& args) {
  return {args(0), args(1), args(5)};
}

E reshape(E x, const ir::Sizes& sizes) { return {ops::build::reshape(b(), x.v, sizes)}; }
E concat(const Es& x, std::int64_t axis) { return {ops::build::concat(b(), values(x), axis)}; }
E slice(E x, const ir::Sizes& starts, const ir::Sizes& limits, const ir::Sizes& strides) {
  return {ops::build::slice(b(), x.v, starts, limits, strides)};
}
E broadcast(E x, const ir::Sizes& sizes, const ir::Ints& axes) {
  return {ops::build::broadcast(b(), x.v, sizes, axes)};
}
E transpose(E x) { return {ops::build::transpose(b(), x.v, {1, 0})}; }
E matmul(E x, E y) { return {ops::build::contract(b(), x.v, y.v, {{}, {}, {1}, {0}})}; }

/// weighted: every element of the gradient depends on where it came from.
E weighed(E x, E w) { return sum(x * w); }

std::vector<TensorProgram> shapes() {
  std::vector<TensorProgram> out;
  out.push_back(
      {"reshape_grad",
       plain(program({f64({n(), 3}), f64({n() * 3})},
                     [](const Es& x) { return Es{weighed(reshape(x[0], {n() * 3}), x[1])}; })),
       kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k, 3}), ramp({3 * k})}; })});
  out.push_back(
      {"concat_grad",
       plain(program({f64({n()}), f64({m()}), f64({n() + m()})},
                     [](const Es& x) { return Es{weighed(concat({x[0], x[1]}, 0), x[2])}; })),
       kGrad,
       at_sizes([](std::int64_t k) { return std::vector{ramp({k}), ramp({2}), ramp({k + 2})}; })});
  out.push_back(
      {"slice_grad",
       plain(program(
           {f64({n() + 2}), f64({n()})},
           [](const Es& x) { return Es{weighed(slice(x[0], {1}, {n() + 1}, {1}), x[1])}; })),
       kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k + 2}), ramp({k})}; })});
  out.push_back(
      {"broadcast_grad",
       plain(program(
           {f64({m()}), f64({n(), m()})},
           [](const Es& x) { return Es{weighed(broadcast(x[0], {n(), m()}, {1}), x[1])}; })),
       kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({4}), ramp({k, 4})}; })});
  return out;
}

std::vector<TensorProgram> products() {
  std::vector<TensorProgram> out;
  out.push_back(
      {"matmul_grad",
       plain(program({f64({n(), n()})}, [](const Es& x) { return Es{sum(matmul(x[0], x[0]))}; })),
       {{Kind::grad, {}}},
       at_sizes([](std::int64_t k) { return std::vector{ramp({k, k})}; })});
  out.push_back({"gram_grad",
                 plain(program({f64({n(), m()})},
                               [](const Es& x) {
                                 const E y = tanh(matmul(transpose(x[0]), x[0]));
                                 return Es{sum(y * y)};
                               })),
                 kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k, 3})}; })});
  return out;
}

// ---- structs: struct Dense { Matrix<double> w; Vector<double> b; }; struct Mlp { Dense l1, l2;
// int seed; } ----

ir::Tree leaf(std::string field, const ir::Type& t, int number) {
  ir::Tree out;
  out.kind = t.is_scalar() ? ir::Tree::Kind::scalar : ir::Tree::Kind::tensor;
  out.field = std::move(field);
  out.cpp_type = back::spell(t);
  out.leaf = number;
  out.differentiable = true;
  return out;
}
ir::Tree record(std::string field, std::string type, int number, std::vector<ir::Tree> children) {
  ir::Tree out;
  out.kind = ir::Tree::Kind::record;
  out.field = std::move(field);
  out.cpp_type = std::move(type);
  out.record = number;
  out.children = std::move(children);
  return out;
}
ir::Tree dense(std::string field, const ir::Type& w, const ir::Type& b, int first) {
  return record(std::move(field), "Dense", 1, {leaf("w", w, first), leaf("b", b, first + 1)});
}

/// Squared error of a classifier with one hidden layer, on labels as vectors.
Program mlp() {
  const ir::Size k = ir::Size::symbol("k");
  const std::vector<ir::Type> types{f64({n(), m()}), f64({m()}),    f64({m(), 3}),
                                    f64({3}),        f64({k, n()}), f64({k, 3})};
  Program p{program(types,
                    [&](const Es& x) {
                      const E hidden = matmul(x[4], x[0]) + broadcast(x[1], {k, m()}, {1});
                      const E h = {ops::build::relu(b(), hidden.v)};
                      const E y = matmul(h, x[2]) + broadcast(x[3], {k, 3}, {1});
                      const E error = y - x[5];
                      return Es{sum(error * error)};
                    }),
            {}};
  ir::Tree seed;
  seed.kind = ir::Tree::Kind::constant;
  seed.field = "seed";
  seed.cpp_type = "int";
  ir::Tree model = record(
      "", "Mlp", 0, {dense("l1", types[0], types[1], 0), dense("l2", types[2], types[3], 2), seed});
  p.boundary.params = {{"model", std::move(model), false, false},
                       {"x", leaf("", types[4], 4), false, false},
                       {"target", leaf("", types[5], 5), false, false}};
  p.boundary.result = leaf("", f64(), 0);
  return p;
}

std::vector<TensorProgram> structs() {
  const auto args = [](std::int64_t k) {
    return std::vector{ramp({4, 2}), ramp({2}, 0.1),    ramp({2, 3}, -0.2),
                       ramp({3}),    ramp({k, 4}, 0.5), ramp({k, 3})};
  };
  return {{"mlp_value_and_grad", mlp(), {{Kind::value_and_grad, {0}}}, at_sizes(args)},
          {"mlp_fused", mlp(), {{Kind::fused, {}}}, at_sizes(args)}};
}

std::vector<TensorProgram> maps() {
  const auto gelu = [](const Es& x) {
    const E z = x[0] * x[1] + broadcast(x[2], {n(), m()}, {1});
    return Es{sum(tanh(z) * exp(0.0 - x[0]))};
  };
  const auto args = [](std::int64_t k) {
    return std::vector{ramp({k, 3}), ramp({k, 3}, 0.9), ramp({3})};
  };
  const auto program_of_maps = [&] {
    return plain(program({f64({n(), m()}), f64({n(), m()}), f64({m()})}, gelu));
  };
  return {{"maps_fused", program_of_maps(), {{Kind::fused, {}}}, at_sizes(args)},
          {"maps_value_and_grad", program_of_maps(), kGrad, at_sizes(args)}};
}

}  // namespace

std::vector<TensorProgram> tensor_programs() {
  std::vector<TensorProgram> out = shapes();
  for (auto part : {products, structs, maps})
    for (auto& p : part()) out.push_back(std::move(p));
  return out;
}

}  // namespace tlaloc::golden
