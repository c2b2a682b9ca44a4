// CartPole of the coarsening paper (Shen et al., OOPSLA 2021): a cart that carries a pole is pushed
// by a small policy for some steps; how far it fell, differentiated by the policy's weights.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

constexpr int kHidden = 8;

template <class T>
struct Cart {
  T x, speed, angle, turning;
};

/// The force: a layer of kHidden over the four numbers of the state, then one number; at most 10.
template <class T>
T pushed(std::span<const T> weights, const Cart<T>& c) {
  using std::max, std::min, std::tanh;
  T sum = 0;
  for (int i = 0; i < kHidden; ++i) {
    const int row = 6 * i;
    const T at = weights[row] * c.x + weights[row + 1] * c.speed + weights[row + 2] * c.angle +
                 weights[row + 3] * c.turning + weights[row + 4];
    sum += weights[row + 5] * tanh(at);
  }
  const T force = 20 * sum;
  return force > 10.0 ? T(10) : force < -10.0 ? T(-10) : force;
}

/// Barto, Sutton and Anderson's equations, by Euler's scheme.
template <class T>
Cart<T> moved(const Cart<T>& c, T force) {
  using std::cos, std::sin;
  const double gravity = 9.8, pole = 0.1, total = 1.1, half = 0.5, step = 0.02;
  const T cosine = cos(c.angle), sine = sin(c.angle);
  const T pull = (force + pole * half * c.turning * c.turning * sine) / total;
  const T turn =
      (gravity * sine - cosine * pull) / (half * (4.0 / 3 - pole * cosine * cosine / total));
  const T push = pull - pole * half * turn * cosine / total;
  return {c.x + step * c.speed, c.speed + step * push, c.angle + step * c.turning,
          c.turning + step * turn};
}

template <class T>
T fallen(std::span<const T> weights, int steps) {
  Cart<T> cart{0.1, -0.2, 0.15, 0.3};
  T loss = 0;
  for (int i = 0; i < steps; ++i) {
    cart = moved<T>(cart, pushed<T>(weights, cart));
    if (cart.x > 2.4 || cart.x < -2.4) loss += 1 + cart.x * cart.x;
    loss += cart.angle * cart.angle + 0.1 * cart.x * cart.x;
  }
  return loss;
}

}  // namespace

int main() {
  const auto gradient = grad<0>(fallen<double>);
  const std::vector<double> weights = bench::numbers(6 * kHidden, 1);
  const auto by_dual = bench::dual_gradient(
      [](std::span<const bench::Dual> w) { return fallen<bench::Dual>(w, 8); }, weights);
  if (!bench::agree("cart pole", gradient(weights, 8), by_dual)) return 1;
  std::vector<double> ratios;
  for (int steps : {6, 8, 10})
    ratios.push_back(bench::compare([&] { bench::keep(gradient(weights, steps)[0]); },
                                    [&] { bench::keep(fallen<double>(weights, steps)); }, 5)
                         .median);
  bench::print_mean("coarsening_cart_pole_gradient_over_primal", ratios);
}
