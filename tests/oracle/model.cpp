// Losses of a two-layer classifier in double precision, and their gradients, on numbers that JAX
// draws as well: prints every number, in the order in which model.py computes it again.
#include <tlaloc/tlaloc.h>

using namespace tlaloc;

namespace {

using Batch = Axis<"batch">;
using In = Axis<"in", 20>;
using Hidden = Axis<"hidden", 16>;
using Out = Axis<"out", 10>;

struct Model {
  Tensor<double, In, Hidden> w1;
  Tensor<double, Hidden> b1;
  Tensor<double, Hidden, Out> w2;
  Tensor<double, Out> b2;
};

using Inputs = Tensor<double, Batch, In>;
using Outputs = Tensor<double, Batch, Out>;
using Labels = Tensor<std::int32_t, Batch>;

Outputs scores(const Model& m, const Inputs& x) {
  return matmul(tanh(matmul(x, m.w1) + m.b1), m.w2) + m.b2;
}
double squared_error(const Model& m, const Inputs& x, const Outputs& y) {
  const auto error = scores(m, x) - y;
  return mean(error * error);
}
double entropy(const Model& m, const Inputs& x, const Labels& y) {
  return cross_entropy(scores(m, x), y);
}
/// A loop with a branch on values, over the elements of a vector.
double branches(const Vector<double>& x) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(0); ++i)
    sum += x(i) > 0 ? std::log(1 + x(i)) * sum : x(i) * x(i);
  return sum;
}

template <class X>
void print(const X& x) {
  map_leaves(
      [](const auto& leaf) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(leaf)>>)
          fmt::print("{}\n", leaf);
        else
          for (double v : leaf.to_vector()) fmt::print("{}\n", v);
        return leaf;
      },
      x);
}

}  // namespace

int main() {
  constexpr std::int64_t kExamples = 32;
  const auto [k1, k2, k3, k4] = split<4>(Key(20));
  const Model model{normal<Tensor<double, In, Hidden>>(k1), normal<Tensor<double, Hidden>>(k2),
                    normal<Tensor<double, Hidden, Out>>(k3), normal<Tensor<double, Out>>(k4)};
  const Inputs x = uniform<Inputs>(Key(21), kExamples);
  const Outputs y = uniform<Outputs>(Key(22), kExamples);
  Labels labels = zeros<Labels>(kExamples);
  for (std::int64_t i = 0; i < kExamples; ++i) labels.set(std::int32_t(i * 7 % 10), i);

  const auto [error, error_gradient] = value_and_grad<0>(squared_error)(model, x, y);
  print(error);
  print(error_gradient);
  const auto [loss, loss_gradient] = value_and_grad<0>(entropy)(model, x, labels);
  print(loss);
  print(loss_gradient);
  const Vector<double> v = normal<double>(Key(23), 50);
  const auto [sum, slopes] = value_and_grad(branches)(v);
  print(sum);
  print(slopes);
  print(grad(jvp(branches))(v, 0.5 * v));
}
