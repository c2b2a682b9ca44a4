// The rows of the bug log about masks and norms, written with tensors: by both modes, in float, as
// lanes of a batch, and second derivatives by both orders.
#include <limits>

#include "every_way.h"

using cases::check;
using cases::of_tensor;
using cases::second_of_tensor;
using namespace tlaloc;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void masks() {
  of_tensor("pytorch #187297", [](const auto& x) { return sum(where(x > 0, sqrt(x), x)); },
            {-1, -4}, {1, 1});
  of_tensor("jax #5798", [](const auto& x) { return sum(where(x < 1, x, sqrt(x))); }, {0, 4},
            {1, 0.25});
  of_tensor("cppad #8", [](const auto& x) { return sum(where(x > 0, sqrt(x), zeros_like(x))); },
            {-1, 4}, {0, 0.25});
  const auto logsumexp = [](const auto& x) {
    return log(sum(where(x < 50, exp(x), zeros_like(x))));
  };
  of_tensor("jax #23842", logsumexp, {0, 100}, {1, 0});
  second_of_tensor("jax #23842", logsumexp, {0, 100});
  // jax #8128: the standard deviation of what is a number.
  const auto deviation = [](const auto& x) {
    const auto is_number = x == x;
    const auto ones = where(is_number, ones_like(x), zeros_like(x));
    const auto n = sum(ones);
    const auto kept = where(is_number, x, zeros_like(x));
    const auto mean = sum(kept) / n;
    const auto apart = where(is_number, kept - mean, zeros_like(x));
    return sqrt(sum(apart * apart) / n);
  };
  const double a = .33541019662497, b = .11180339887499;
  of_tensor("jax #8128", deviation, {kNan, 1, 2, 3, 4}, {0, -a, -b, b, a});
  second_of_tensor("jax #8128", deviation, {kNan, 1, 2, 3, 4});
  const auto unmasked = [](const auto& x) {
    const auto is_number = x == x;
    const auto ones = where(is_number, ones_like(x), zeros_like(x));
    const auto n = sum(ones);
    const auto mean = sum(where(is_number, x, zeros_like(x))) / n;
    return sqrt(sum(where(is_number, (x - mean) * (x - mean), zeros_like(x))) / n);
  };
  of_tensor("jax #8128, masked behind the square", unmasked, {kNan, 1, 2, 3, 4}, {0, -a, -b, b, a});
  // pytorch #93998: atan2 over a mask, by its second argument.
  const auto angles = [](const auto& x) {
    using T = element_of<decltype(x)>;
    const Vector<T> y = {2, 0, 0, 0}, mask = {1, 0, 1, 1};
    return sum(where(mask > 0, atan2(y, x), zeros_like(x))) / sum(mask);
  };
  of_tensor("pytorch #93998", angles, {1, 0, 2, 3}, {-2.0 / 15, 0, 0, 0});
  second_of_tensor("pytorch #93998", angles, {1, 0, 2, 3});
  const auto averaged = [](const auto& x) {
    using T = element_of<decltype(x)>;
    const Vector<T> y = {2, 0, 0, 0}, mask = {1, 0, 1, 1};
    return sum(mask * atan2(y, x)) / sum(mask);
  };
  of_tensor("pytorch #93998, by a product", averaged, {1, 0, 2, 3}, {-2.0 / 15, 0, 0, 0});
}

void norms() {
  // jax #9159: rows (3, 4) and (0, 0).
  const auto row = [](const auto& x) {
    using T = element_of<decltype(x)>;
    return sum(x / max(sqrt(sum(x * x)), T(1e-9)));
  };
  of_tensor("jax #9159", row, {3, 4}, {.032, -.024});
  check("jax #9159", grad(row)(Vector<double>{0, 0})(0), 1e9);
  check("jax #9159", grad(row)(Vector<double>{0, 0})(1), 1e9);
  check("jax #9159 forward", jvp(row)(Vector<double>{0, 0}, Vector<double>{1, 0}), 1e9);
  second_of_tensor("jax #9159", row, {3, 4});
  const auto rows = [](const Matrix<double>& x) {
    const auto n = max(sqrt(sum<1>(x * x)), 1e-9);
    return sum(x / broadcast(n, {x.size(0), x.size(1)}, {0}));
  };
  const Matrix<double> both = {{3, 4}, {0, 0}}, g = grad(rows)(both);
  const double want[] = {.032, -.024, 1e9, 1e9};
  for (int i = 0; i < 4; ++i) {
    auto t = zeros_like(both);
    t.set(1.0, i / 2, i % 2);
    check("jax #9159, whole", g(i / 2, i % 2), want[i]);
    check("jax #9159, whole, forward", jvp(rows)(both, t), want[i]);
  }
  const auto norm = [](const auto& x) { return sqrt(sum(x * x)); };
  of_tensor("pytorch #2421", norm, {0, 0, 0}, {0, 0, 0});
  of_tensor("pytorch #2421, beside", norm, {3, 0, 4}, {0.6, 0, 0.8});
  of_tensor("jax #3058", [norm](const auto& x) { return norm(x) * norm(x); }, {0, 0, 0}, {0, 0, 0});
}

}  // namespace

int main() {
  masks();
  norms();
  return cases::summary("masks and norms of the log");
}
