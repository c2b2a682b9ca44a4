// What the lifter makes of these bodies stands in graphs.golden; golden.py compares, and writes it
// anew with --regen.
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <tlaloc/ops.h>
#include <tlaloc/tensor.h>

namespace {

double f_straight(double x, float y) {
  double z = x * x;
  z += 3;
  return z * std::sin(y);
}

double f_branch(double x, double y) {
  if (x > y) return x * y;
  return y > 0 ? std::sqrt(y) : 0;
}

double f_loop(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x * i;
  return s;
}

double f_elements(std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = std::exp(x[i]);
  double s = 0;
  for (double v : y) s += v;
  return s;
}

double f_left_early(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    if (s > 10) break;
    s *= x;
  }
  return s;
}

struct Layer {
  tlaloc::Tensor<float, tlaloc::Axis<"in">, tlaloc::Axis<"out">> w;
  tlaloc::Tensor<float, tlaloc::Axis<"out">> b;
};
float f_layer(const Layer& layer,
              const tlaloc::Tensor<float, tlaloc::Axis<"batch">, tlaloc::Axis<"in">>& x) {
  return tlaloc::mean(tlaloc::tanh(tlaloc::matmul(x, layer.w) + layer.b));
}

double scale = 2;
const double kHalf = 0.5;
std::array<double, 2> f_global(double x) { return {x * scale, x * kHalf}; }

}  // namespace
