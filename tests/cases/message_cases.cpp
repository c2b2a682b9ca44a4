// What a run cannot do names the user's line, and says which number was got and which size was
// expected: in straight lines, in loops, under vmap and in derivatives.
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <tlaloc/tlaloc.h>

#include "check.h"

namespace {

using cases::check;
using namespace tlaloc;
using Lane = Axis<"lane">;

/// The call throws an Error that says `what`, and that this line of this file is at fault.
template <class F>
void fails(const std::string& name, int line, const std::string& what, F call) {
  std::string message = "nothing is thrown";
  try {
    call();
  } catch (const Error& e) {
    message = e.what();
  }
  const std::string place = "message_cases.cpp:" + std::to_string(line) + ":";
  const bool right = message.find(what) != std::string::npos &&
                     message.find("needed at ") != std::string::npos &&
                     message.find(place) != std::string::npos;
  if (!right)
    std::printf("%s: expected \"%s\" at line %d, got\n%s\n", name.c_str(), what.c_str(), line,
                message.c_str());
  check(name, right, true);
}

/// A function of a vector and an index, in every mode.
template <class F>
void fails_in_every_mode(const std::string& name, int line, F f, int i, const std::string& what) {
  const Vector<double> x{1, 2, 3}, t{1, 1, 1};
  const Tensor<double, Lane, Any> xs{{1, 2, 3}, {4, 5, 6}};
  fails(name + ", fused", line, what, [&] { fused(f)(x, i); });
  fails(name + ", grad", line, what, [&] { grad(f)(x, i); });
  fails(name + ", value_and_grad", line, what, [&] { value_and_grad(f)(x, i); });
  fails(name + ", jvp", line, what, [&] { jvp(f)(x, i, t); });
  fails(name + ", hessian", line, what, [&] { hessian(f)(x, i); });
  fails(name + ", vmap", line, what, [&] { vmap<Lane>(f, batched, shared)(xs, i); });
  const Tensor<int, Lane> is{0, i};
  const std::string in_lanes = "index " + std::to_string(i) + " at place 1 is not below 3";
  fails(name + ", lanes", line, in_lanes, [&] { vmap<Lane>(f)(xs, is); });
  fails(name + ", lanes of grad", line, in_lanes, [&] { vmap<Lane>(grad(f))(xs, is); });
  fails(name + ", grad of lanes", line, in_lanes, [&] {
    grad([&f](const Tensor<double, Lane, Any>& a, const Tensor<int, Lane>& j) {
      return sum(vmap<Lane>(f)(a, j));
    })(xs, is);
  });
  // The last element is one.
  check(name + ", last", vmap<Lane>(f)(xs, Tensor<int, Lane>{2, 2})(1),
        f(Vector<double>{4, 5, 6}, 2));
}

void elements() {
  int line = __LINE__ + 1;
  const auto square = [](const Vector<double>& x, int i) { return x(i) * x(i); };
  fails_in_every_mode("element", line, square, 3, "index 3 of axis 0 is not below its size 3");
  line = __LINE__ + 3;
  const auto write = [](const Vector<double>& x, int i) {
    Vector<double> y = x * x;
    y.set(x(0), i);
    return y(0) * y(1);
  };
  const Vector<double> x{1, 2, 3};
  fails("write, grad", line, "index -1 of axis 0 is not below its size 3",
        [&] { grad(write)(x, -1); });
  fails("write, jvp", line, "index 7 of axis 0 is not below its size 3",
        [&] { jvp(write)(x, 7, x); });
  line = __LINE__ + 1;
  const auto second = [](const Matrix<double>& a, int i) { return a(1, i) * a(i, 0); };
  fails("second axis", line, "index 2 of axis 1 is not below its size 2",
        [&] { grad(second)({{1, 2}, {3, 4}, {5, 6}}, 2); });
  line = __LINE__ + 1;
  const auto list = [](const std::vector<double>& v, int i) { return v[i] * v[i]; };
  fails("vector", line, "index 2 of axis 0 is not below its size 2",
        [&] { grad(list)(std::vector<double>{1, 2}, 2); });
  fails("vector, vmap", line, "index -2 of axis 0 is not below its size 2", [&] {
    vmap<Lane>(grad(list), batched, shared)(Tensor<double, Lane, Any>{{1, 2}, {3, 4}}, -2);
  });
}

void loops() {
  int line = __LINE__ + 3;
  const auto gathered = [](const Vector<double>& x, const Vector<int>& at) {
    double s = 0;
    for (int k = 0; k < at.size(0); ++k) s += x(at(k)) * x(at(k));
    return s;
  };
  const Vector<double> x{1, 2, 3};
  fails("loop", line, "index 5 of axis 0 is not below its size 3",
        [&] { fused(gathered)(x, {0, 5, 7}); });
  fails("loop, grad", line, "index -4 of axis 0 is not below its size 3",
        [&] { grad(gathered)(x, {0, -4}); });
  fails("loop, vmap", line, "is not below 3", [&] {
    vmap<Lane>(grad(gathered))(Tensor<double, Lane, Any>{{1, 2, 3}, {4, 5, 6}},
                               Tensor<int, Lane, Any>{{0, 1}, {2, 3}});
  });
  line = __LINE__ + 3;
  const auto neighbours = [](std::span<const double> v, int n) {
    double s = 0;
    for (int k = 0; k < n; ++k) s += v[k] * v[k + 1];
    return s;
  };
  const std::vector<double> four{1, 2, 3, 4};
  check("neighbours", grad(neighbours)(four, 3)[1], 4);
  fails("row", line, "index 4 of axis 0 is not below its size 4",
        [&] { grad(neighbours)(four, 4); });
  line = __LINE__ + 3;
  const auto scattered = [](std::span<const double> v, std::span<const int> at) {
    std::vector<double> y(3);
    for (std::size_t k = 0; k < at.size(); ++k) y[at[k]] += v[k];
    return y[0] * y[1] + y[2];
  };
  const std::vector<int> wrong{0, 1, 3};
  fails("write in a loop", line, "index 3 of axis 0 is not below its size 3",
        [&] { grad(scattered)(four, wrong); });
  line = __LINE__ + 4;
  const auto table = [](const Matrix<double>& a, const Vector<int>& at) {
    double s = 0;
    for (int i = 0; i < a.size(0); ++i)
      for (int k = 0; k < at.size(0); ++k) s += a(i, at(k)) * a(i, at(k));
    return s;
  };
  fails("columns", line, "index 9 of axis 1 is not below its size 2",
        [&] { grad(table)({{1, 2}, {3, 4}}, {1, 9}); });
}

void parts() {
  const Matrix<double> a{{1, 2}, {3, 4}, {5, 6}};
  int line = __LINE__ + 2;
  const auto rows = [](const Matrix<double>& x, const Vector<int>& i) {
    return sum(take(x, i) * take(x, i));
  };
  fails("take", line, "index 3 at place 1 is not below 3", [&] { fused(rows)(a, {0, 3}); });
  fails("take, grad", line, "index -1 at place 0 is not below 3", [&] { grad(rows)(a, {-1, 3}); });
  fails("take, vmap", line, "index 3 at place 3 is not below 3", [&] {
    vmap<Lane>(grad(rows), shared, batched)(a, Tensor<int, Lane, Any>{{0, 1}, {2, 3}});
  });
  fails("take, lanes", line, "index 4 at place 1 is not below 3", [&] {
    vmap<Lane>(rows)(
        Tensor<double, Lane, Any, Any>{{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}},
        Tensor<int, Lane, Any>{{0, 4}, {0, 1}});
  });
  line = __LINE__ + 2;
  const auto row = [](const Matrix<double>& x, int i) {
    return sum(index(x, {i}) * index(x, {i}));
  };
  fails("part", line, "index 3 of axis 0 is not below its size 3", [&] { grad(row)(a, 3); });
  fails("part, lanes", line, "index 3 at place 1 is not below 3",
        [&] { vmap<Lane>(grad(row), shared, batched)(a, {0, 3}); });
  line = __LINE__ + 2;
  const auto written = [](const Matrix<double>& x, int i) {
    return sum(update(x, {i}, index(x, {0})) * x);
  };
  fails("update", line, "index 3 of axis 0 is not below its size 3", [&] { grad(written)(a, 3); });
  line = __LINE__ + 1;
  const auto cut = [](const Matrix<double>& x, int i) { return sum(slice<0>(x, 1, i) * 2.0); };
  check("slice", grad(cut)(a, 3)(2, 1), 2);
  fails("slice", line, "slice", [&] { grad(cut)(a, 4); });
  line = __LINE__ + 2;
  const auto loss = [](const Matrix<double>& x, const Vector<int>& i) {
    return cross_entropy(x, i);
  };
  fails("label", line, "label 2 at place 1 is not below 2", [&] { grad(loss)(a, {0, 2, 1}); });
  fails("label, value", line, "label -1 at place 0 is not below 2",
        [&] { fused(loss)(a, {-1, 2, 1}); });
}

// A lane that does not go there has no index to refuse.
void lanes_that_do_not_read() {
  const auto guarded = [](const Vector<double>& x, int i) {
    return i < 3 ? x(i) * x(i) : 7 * x(0);
  };
  const Tensor<double, Lane, Any> xs{{1, 2, 3}, {4, 5, 6}};
  const auto y = vmap<Lane>(guarded)(xs, {2, 9});
  check("guarded", y(0), 9);
  check("guarded", y(1), 28);
  const auto g = vmap<Lane>(grad(guarded))(xs, {2, 9});
  check("guarded, grad", g(0, 2), 6);
  check("guarded, grad", g(1, 0), 7);
  check("guarded, grad", g(1, 2), 0);
}

void sizes() {
  const int line = __LINE__ + 2;
  const auto filled = [](double x, int n) {
    std::vector<double> v(n - 2, x);
    double s = 0;
    for (double e : v) s += e * e;
    return s;
  };
  fails("size below 0", line, "size: got -1, expected a size that is not negative [size.negative]",
        [&] { grad(filled)(1.0, 1); });
}

}  // namespace

int main() {
  elements();
  loops();
  parts();
  lanes_that_do_not_read();
  sizes();
  return cases::summary("message_cases");
}
