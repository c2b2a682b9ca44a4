// The same for functions of spans and of tensors.
#include <tlaloc/tlaloc.h>

#include <span>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

void spans() {
  const auto smallest = [](std::span<const double> x) {
    double m = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) m = std::min(m, x[i]);
    return m;
  };
  const std::vector<double> point{3, 1, 2}, before = point;
  const std::vector<double> g = grad(smallest)(point);
  for (int i = 0; i < 3; ++i) check("enzyme #2002", g[i], i == 1);
  check("gradbench lstm: inputs are what they were", point == before, 1);
  for (int i = 0; i < 3; ++i) {
    std::vector<double> t(3, 0.0);
    t[i] = 1;
    check("enzyme #2002 forward", jvp(smallest)(point, t), i == 1);
  }

  const auto powers = [](double x, std::span<const int> exponents) {
    double s = 0;
    for (std::size_t i = 0; i < exponents.size(); ++i) s += std::pow(x, exponents[i]);
    return s;
  };
  const std::vector<int> exponents{0, 1, 2};
  check("jax #14397", grad(powers)(0.0, exponents), 1);
  check("jax #14397 forward", jvp(powers)(0.0, exponents, 1.0), 1);
}

void masks() {
  const auto root = [](Vector<double> x) { return sum(where(x > 0, sqrt(x), x)); };
  const Vector<double> point{-1, -4}, ones{1, 1};
  const Vector<double> g = grad(root)(point);
  check("pytorch #187297", g(0), 1);
  check("pytorch #187297", g(1), 1);
  check("pytorch #187297 forward", jvp(root)(point, ones), 2);

  const auto quotient = [](Vector<double> x, Vector<double> n) {
    return sum(where(n > 0, x / n, zeros_like(x)));
  };
  const Vector<double> q = grad<0>(quotient)(Vector<double>{1, 1}, Vector<double>{0, 2});
  check("pytorch #16317", q(0), 0);
  check("pytorch #16317", q(1), 0.5);
  check("pytorch #16317 forward",
        jvp(quotient)(Vector<double>{1, 1}, Vector<double>{0, 2}, Vector<double>{1, 1},
                      Vector<double>{0, 0}),
        0.5);

  const auto masked_logsumexp = [](Vector<double> x, Vector<double> keep) {
    return log(sum(where(keep > 0, exp(x), zeros_like(x))));
  };
  const Vector<double> l = grad<0>(masked_logsumexp)(Vector<double>{0, 100}, Vector<double>{1, 0});
  check("jax #23842", l(0), 1);
  check("jax #23842", l(1), 0);
}

void products() {
  const auto half_form = [](Vector<double> x, Matrix<double> a) {
    return 0.5 * sum(x * sum<1>(a * x));
  };
  const Vector<double> g =
      grad<0>(half_form)(Vector<double>{1, 2, 3}, Matrix<double>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  const double want[] = {22, 34, 46};
  for (int i = 0; i < 3; ++i) check("cppad #13", g(i), want[i]);

  const auto outer = [](double s, Vector<double> v) { return sum(s * v); };
  check("diffkt PR 74", grad<0>(outer)(2.0, Vector<double>{1, 2, 3}), 6);
  check("diffkt PR 74 forward",
        jvp(outer)(2.0, Vector<double>{1, 2, 3}, 1.0, Vector<double>{0, 0, 0}), 6);

  const auto clipped_mean = [](Vector<double> x) { return mean(min(max(x, -1.0), 1.0)); };
  const Vector<double> c = grad(clipped_mean)(Vector<double>{0.1, -0.2, 0.3, 0.4});
  for (int i = 0; i < 4; ++i) check("nx PR 1779", c(i), 0.25);

  const auto first = [](Matrix<double> a) { return sum(matmul(a, a)); };
  const Matrix<double> m = grad(first)(Matrix<double>{{1, 2}, {3, 4}});
  check("the first example", m(0, 0), 7);
  check("the first example", m(0, 1), 11);
  check("the first example", m(1, 0), 9);
  check("the first example", m(1, 1), 13);
}

}  // namespace

int main() {
  spans();
  masks();
  products();
  return cases::summary("array cases");
}
