// The same for functions of spans and of tensors.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "numeric.h"

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

// The sum over points of the squared distance to the nearest centre: rows of two numbers.
double to_nearest(std::span<const double> centres, std::span<const double> points) {
  double cost = 0;
  for (std::size_t i = 0; i < points.size() / 2; ++i) {
    double least = 0;
    for (std::size_t c = 0; c < centres.size() / 2; ++c) {
      double distance = 0;
      for (std::size_t j = 0; j < 2; ++j) {
        const double apart = centres[2 * c + j] - points[2 * i + j];
        distance += apart * apart;
      }
      if (c == 0 || distance < least) least = distance;
    }
    cost += least;
  }
  return cost;
}

// For each of `rows` rows a log of a sum of exponentials, each row scaled by its number.
double rows_of_exponentials(std::span<const double> x, int rows) {
  const int width = int(x.size()) / rows;
  double total = 0;
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int i = 0; i < width; ++i)
      if (x[r * width + i] > -100) sum += std::exp(x[r * width + i]);
    total += r * std::log(sum);
  }
  return total;
}

// Two loops of different lengths inside a third one, with a state: `layers` of `cells` each.
double recurrent(std::span<const double> w, int turns, int layers, int cells) {
  std::vector<double> state(layers * cells), x(cells);
  for (int i = 0; i < layers * cells; ++i) state[i] = 0.1 * i;
  for (int t = 0; t < turns; ++t) {
    for (int j = 0; j < cells; ++j) x[j] = w[j];
    for (int i = 0; i < layers; ++i)
      for (int j = 0; j < cells; ++j) {
        const int at = i * cells + j;
        state[at] = state[at] * std::tanh(w[at] * x[j]) + x[j] * x[j];
        x[j] = std::sin(state[at]);
      }
  }
  double sum = 0;
  for (int j = 0; j < cells; ++j) sum += x[j];
  return sum;
}

void what_loops_keep() {
  int turns = 4, layers = 2, cells = 3;
  const auto of_weights = [=](std::span<const double> w) {
    return recurrent(w, turns, layers, cells);
  };
  VECTOR("a loop over two others", of_weights, 0.3, -0.7, 1.1, 0.5, 0.9, -1.3);

  const std::vector<double> centres{0, 0, 10, 0, 20, 5}, points{1, 1, 2, 0, 12, 3};
  const std::vector<double> g = grad<0>(to_nearest)(centres, points);
  const double want[] = {-6, -2, -4, -6, 0, 0};  // 2 (c - p) over the points that are nearest
  for (int i = 0; i < 6; ++i) check("nearest centre", g[i], want[i]);

  const std::vector<double> x{1, 2, 0, -1, -1000, 3};
  const auto [y, weights] = value_and_grad<0>(rows_of_exponentials)(x, 3);
  check("rows of exponentials", y, rows_of_exponentials(x, 3));
  check("rows of exponentials", weights[0], 0);
  check("rows of exponentials", weights[2], 1 / (1 + std::exp(-1)));
  check("rows of exponentials", weights[3], 1 / (1 + std::exp(1)));
  check("rows of exponentials", weights[4], 0);
  check("rows of exponentials", weights[5], 2);
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

// The squares of `rows` rows of `width` numbers, each row's sum weighted by its number.
double squares_by_row(std::span<const double> x, int rows, int width) {
  double s = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < width; ++j) s += (i + 1) * x[i * width + j] * x[i * width + j];
  return s;
}
// The index has 8 bits: it goes from 255 on to 0.
double around(std::span<const double> x) {
  double s = 0;
  for (int i = 0; i < 6; ++i) s += (i + 1) * x[std::uint8_t(i + 253)];
  return s;
}
double up_to_limit(std::span<const double> x, int first, int turns) {
  double s = 0;
  for (int i = 0; i < turns; ++i) {
    if (s > 10) throw std::domain_error("too much");
    s += x[first + i] * x[first + i];
  }
  return s;
}
// An array that every turn writes whole, one that it writes from 1 on, and one that it adds to.
double scratch(std::span<const double> x, int turns) {
  const int n = int(x.size());
  std::vector<double> whole(n), part(n), sums(n);
  part[0] = 2;
  double s = 1;
  for (int k = 0; k < turns; ++k) {
    for (int i = 0; i < n; ++i) whole[i] = s * x[i];
    for (int i = 1; i < n; ++i) part[i] = part[i - 1] * whole[i];
    for (int i = 0; i < n; ++i) sums[i] += whole[n - 1 - i] * part[i];
    s = 0.5 * s + 0.1 * sums[k % n] + part[n - 1];
    part[0] = s;
  }
  return s;
}

// The first turn goes another way, once with an array and once with numbers alone.
double after_the_first(std::span<const double> x, int turns) {
  const int n = int(x.size());
  std::vector<double> y(n), z(n);
  double s = 0;
  for (int k = 0; k < turns; ++k) {
    for (int i = 0; i < n; ++i) z[i] = i == 0 ? s + 1 : x[i] * y[i - 1];
    for (int i = 0; i < n; ++i) y[i] += 0.5 * z[i];
    for (int i = 0; i < n; ++i) {
      if (i == 0)
        s = 0.1;
      else
        s += y[i] * y[i - 1];
    }
  }
  return s;
}

template <class Thrown, class F>
bool throws(F&& call) {
  try {
    call();
  } catch (const Thrown&) {
    return true;
  } catch (...) {
  }
  return false;
}

void rows() {
  const std::vector<double> x{1, -2, 3, 4, -5, 6};
  const auto by_row = grad(squares_by_row);
  const auto g = by_row(x, 2, 3);
  for (int i = 0; i < 6; ++i) check("rows", g[i], 2 * (1 + i / 3) * x[i]);
  check("rows beyond the end", throws<Error>([&] { by_row(x, 2, 4); }), 1);
  check("a row that begins before the buffer", throws<Error>([&] { by_row(x, 3, -1); }), 0);
  check("rows without elements", by_row(x, 1000, 0)[0], 0);

  std::vector<double> ring(256, 1.0);
  const auto r = grad(around)(ring);
  for (int i = 0; i < 6; ++i) check("an index that wraps", r[(i + 253) % 256], i + 1);

  const auto limited = grad(up_to_limit);
  check("first and counter", limited(x, 1, 2)[2], 6);
  check("the user's exception comes first", throws<std::domain_error>([&] { limited(x, 2, 100); }),
        1);
  check("an index out of range", throws<Error>([&] { limited(x, 6, 1); }), 1);
  check("an index before the first", throws<Error>([&] { limited(x, -1, 1); }), 1);
  check("no turn, no index", limited(x, 1000, 0)[0], 0);

  check("no turn, no first", grad(after_the_first)(std::vector<double>{}, 3).size(), 0);
  check("the first turn alone", grad(after_the_first)(std::vector<double>{2.0}, 3)[0], 0);

  const std::vector<double> at{0.3, -0.7, 0.9, 0.4};
  const auto d = grad(scratch)(at, 5);
  for (int i = 0; i < 4; ++i) {
    std::vector<double> t(4, 0.0), up = at, down = at;
    t[i] = 1, up[i] += 1e-5, down[i] -= 1e-5;
    check("arrays written whole and in part", d[i], jvp(scratch)(at, 5, t), 1e-12);
    check("the first turn goes another way", grad(after_the_first)(at, 4)[i],
          jvp(after_the_first)(at, 4, t), 1e-12);
    check("the first turn goes another way, differences", grad(after_the_first)(at, 4)[i],
          (after_the_first(up, 4) - after_the_first(down, 4)) / 2e-5, 1e-7);
    check("arrays written whole and in part, differences", d[i],
          (scratch(up, 5) - scratch(down, 5)) / 2e-5, 1e-7);
  }
}

}  // namespace

int main() {
  spans();
  rows();
  what_loops_keep();
  masks();
  products();
  return cases::summary("array cases");
}
