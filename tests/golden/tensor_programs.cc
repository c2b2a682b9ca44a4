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
std::vector<std::vector<Array>> at_sizes(const std::function<std::vector<Array>(std::int64_t)>& args) {
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
  out.push_back({"reshape_grad",
                 plain(program({f64({n(), 3}), f64({n() * 3})},
                               [](const Es& x) { return Es{weighed(reshape(x[0], {n() * 3}), x[1])}; })),
                 kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k, 3}), ramp({3 * k})}; })});
  out.push_back({"concat_grad",
                 plain(program({f64({n()}), f64({m()}), f64({n() + m()})},
                               [](const Es& x) { return Es{weighed(concat({x[0], x[1]}, 0), x[2])}; })),
                 kGrad, at_sizes([](std::int64_t k) {
                   return std::vector{ramp({k}), ramp({2}), ramp({k + 2})};
                 })});
  out.push_back({"slice_grad",
                 plain(program({f64({n() + 2}), f64({n()})},
                               [](const Es& x) {
                                 return Es{weighed(slice(x[0], {1}, {n() + 1}, {1}), x[1])};
                               })),
                 kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k + 2}), ramp({k})}; })});
  out.push_back({"broadcast_grad",
                 plain(program({f64({m()}), f64({n(), m()})},
                               [](const Es& x) {
                                 return Es{weighed(broadcast(x[0], {n(), m()}, {1}), x[1])};
                               })),
                 kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({4}), ramp({k, 4})}; })});
  return out;
}

std::vector<TensorProgram> products() {
  std::vector<TensorProgram> out;
  out.push_back({"matmul_grad",
                 plain(program({f64({n(), n()})}, [](const Es& x) { return Es{sum(matmul(x[0], x[0]))}; })),
                 {{Kind::grad, {}}}, at_sizes([](std::int64_t k) { return std::vector{ramp({k, k})}; })});
  out.push_back({"gram_grad",
                 plain(program({f64({n(), m()})},
                               [](const Es& x) {
                                 const E y = tanh(matmul(transpose(x[0]), x[0]));
                                 return Es{sum(y * y)};
                               })),
                 kGrad, at_sizes([](std::int64_t k) { return std::vector{ramp({k, 3})}; })});
  return out;
}

}  // namespace

std::vector<TensorProgram> tensor_programs() {
  std::vector<TensorProgram> out = shapes();
  for (auto& p : products()) out.push_back(std::move(p));
  return out;
}

}  // namespace tlaloc::golden
