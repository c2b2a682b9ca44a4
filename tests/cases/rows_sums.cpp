// The rows of the bug log about sums, Jacobians and ties, written with tensors: by both modes, in
// float, as lanes of a batch, and second derivatives by both orders.
#include "every_way.h"

using cases::check;
using cases::of_tensor;
using cases::second_of_tensor;
using namespace tlaloc;

namespace {

void sums() {
  // pytorch #107007: the cotangent is all ones.
  const auto centred = [](const Vector<double>& x) { return x - mean(x); };
  const Vector<double> x = {1, 5, -2}, ones = ones_like(x), dx = vjp(centred)(x, ones);
  const Matrix<double> j = jacobian(centred)(x), k = jacobian_reverse(centred)(x);
  for (int i = 0; i < 3; ++i) {
    check("pytorch #107007", dx(i), 0);
    check("pytorch #107007 forward", jvp(centred)(x, ones)(i), 0);
    for (int l = 0; l < 3; ++l) {
      check("pytorch #107007, Jacobian", j(i, l), (i == l) - 1.0 / 3);
      check("pytorch #107007, Jacobian by reverse", k(i, l), (i == l) - 1.0 / 3);
    }
  }
  of_tensor("pytorch #107007, summed", [](const auto& v) { return sum(v - mean(v)); }, x,
            {0, 0, 0});
  of_tensor("nx PR 1779",
            [](const auto& v) {
              using T = element_of<decltype(v)>;
              return mean(min(max(v, T(-1)), T(1)));
            },
            {.1, -.2, .3, .4}, {.25, .25, .25, .25});
  of_tensor("pytorch #188084", [](const auto& v) { return v(0) - v(2); }, {1, 2, 3, 4},
            {1, 0, -1, 0});
  of_tensor("diffkt PR 74",
            [](const auto& v) {
              using T = element_of<decltype(v)>;
              const Vector<T> w = {1, 2, 3};
              return sum(v(0) * w);
            },
            {2.0}, {6});
  const auto form = [](const auto& v) {
    using T = element_of<decltype(v)>;
    const Matrix<T> a = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    return T(0.5) * dot(v, contract(a, v, axes<1>, axes<0>));
  };
  of_tensor("cppad #13", form, {1, 2, 3}, {22, 34, 46});
  check("cppad #13, second", second_of_tensor("cppad #13", form, {1, 2, 3})(0, 1), 3);
}

void jacobians() {
  // functorch #847
  const auto squares = [](const Vector<double>& v) { return v * v; };
  const Matrix<double> batch = {{1, 2, 3}, {-1, 0, 4}};
  const Tensor<double, Any, Any, Any> forward = vmap<Any>(jacobian(squares))(batch),
                                      reverse = vmap<Any>(jacobian_reverse(squares))(batch);
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        check("functorch #847", forward(b, i, k), i == k ? 2 * batch(b, i) : 0);
        check("functorch #847 reverse", reverse(b, i, k), i == k ? 2 * batch(b, i) : 0);
      }
  // clad #479: the second output reads the first one's slot.
  const auto slots = [](double a) {
    std::vector<double> out(2);
    out[0] = a * a;
    out[1] = 3 * out[0];
    return out;
  };
  const std::vector<double> j = jacobian(slots)(3.0), r = jacobian_reverse(slots)(3.0);
  const double want[] = {6, 18};
  for (int i = 0; i < 2; ++i) {
    check("clad #479", j[i], want[i]);
    check("clad #479 reverse", r[i], want[i]);
  }
}

void ties() {
  of_tensor("max over equal elements", [](const auto& x) { return max(x); }, {2, 5, 5, 1},
            {0, 0.5, 0.5, 0});
  of_tensor("min over equal elements", [](const auto& x) { return min(x); }, {2, 1, 5, 1},
            {0, 0.5, 0, 0.5});
  of_tensor("max of two tensors", [](const auto& x) { return sum(max(x, ones_like(x))); },
            {1, 2, 0}, {0.5, 1, 0});
  of_tensor("relu, abs", [](const auto& x) { return sum(relu(x) + abs(x)); }, {0, 2, -3},
            {0, 2, -1});
  of_tensor("pow at 0",
            [](const auto& x) {
              using T = element_of<decltype(x)>;
              return sum(pow(x, Vector<T>{0, 1, 2}));
            },
            {0, 0, 0}, {0, 1, 0});
}

}  // namespace

int main() {
  sums();
  jacobians();
  ties();
  return cases::summary("sums and ties of the log");
}
