// Control flow under vmap: every lane goes its own way, and no lane spoils another.
#include <tlaloc/tlaloc.h>

#include <limits>
#include <string>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

using Batch = Axis<"batch">;
using Lanes = Tensor<double, Batch>;

constexpr double kInf = std::numeric_limits<double>::infinity();

// Values and derivatives of all lanes against single calls.
template <class F>
void against_single_calls(const std::string& what, F f, const Lanes& xs) {
  const auto g = vmap<Batch>(value_and_grad(f))(xs);
  const Lanes ones = map_leaves([](const auto& x) { return ones_like(x); }, xs);
  const auto t = jvp(vmap<Batch>(f))(xs, ones);
  for (int i = 0; i < xs.size(0); ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    const auto want = value_and_grad(f)(xs(i));
    check(lane + ", value", g.first(i), want.first);
    check(lane + ", gradient", g.second(i), want.second);
    check(lane + ", tangent of the batch", t(i), want.second);
  }
  check(what + ", no lanes", double(vmap<Batch>(f)(Lanes()).count()), 0);
  if (xs.size(0) > 0) check(what + ", one lane", vmap<Batch>(f)(Lanes{xs(0)})(0), f(xs(0)));
}

void branches() {
  // jax PR 5658
  const auto logarithm = [](double x) { return x > 0 ? std::log(x) : 0.0; };
  const auto g = vmap<Batch>(grad(logarithm))(Lanes{1, -1});
  check("jax PR 5658, lane 0", g(0), 1);
  check("jax PR 5658, lane 1", g(1), 0);
  against_single_calls("logarithm", logarithm, {1, -1, 0, 2.5});
  against_single_calls("root", [](double x) { return x > 0 ? std::sqrt(x) / x : x * x; },
                       {4, 0, -3});
  against_single_calls("a product with infinity",
                       [](double x) { return x > 0 ? 2 * x : x * kInf * 0.0 + kInf; }, {1, 2, 3});
  against_single_calls("the side that is not taken overflows",
                       [](double x) {
                         double y = x;
                         if (x < 10) {
                           y = std::exp(std::exp(x));
                         } else {
                           y = 3 * x;
                         }
                         return y;
                       },
                       {1, 800, 0, 1e300});
  against_single_calls("nested",
                       [](double x) {
                         double y = 1;
                         if (x > 0) {
                           y = x * x;
                           if (x > 2) y = std::log(x - 2) + y;
                         } else if (x < -1) {
                           y = std::sqrt(-1 - x);
                         }
                         return y * x;
                       },
                       {1, 3, -0.5, -5, 2});
}

double half_log(double x) {
  if (x <= 0) return -x;
  return 0.5 * std::log(x);
}

void calls() {
  against_single_calls("a call", [](double x) { return half_log(x) * half_log(1 - x); },
                       {0.25, 3, -2});
  against_single_calls("a call on one side",
                       [](double x) { return x > 1 ? half_log(x - 1) : half_log(1 - x); },
                       {0.25, 3, -2, 1});
}

void counted_loops() {
  const auto power = [](double x, int n) {
    double y = 1;
    for (int i = 0; i < n; ++i) y *= x;
    return y;
  };
  const Lanes xs = {2, 3, -1.5, 7};
  const Tensor<int, Batch> ns = {3, 0, 5, -2};
  const auto y = vmap<Batch>(power)(xs, ns);
  const auto g = vmap<Batch>(grad<0>(power))(xs, ns);
  for (int i = 0; i < 4; ++i) {
    check("turns that differ", y(i), power(xs(i), ns(i)));
    check("their gradient", g(i), grad<0>(power)(xs(i), ns(i)));
  }
  check("turns that differ, no lanes", double(vmap<Batch>(power)({}, {}).count()), 0);

  against_single_calls("break",
                       [](double x) {
                         double s = 0;
                         for (int i = 1; i < 6; ++i) {
                           if (s > 4) break;
                           if (i == 2) continue;
                           s += x * i;
                         }
                         return s * s;
                       },
                       {0.1, 1, 3, -1});
  against_single_calls("return from a loop",
                       [](double x) {
                         double s = x;
                         for (int i = 0; i < 5; ++i) {
                           s = s * x;
                           if (s > 10) return std::log(s - 10);
                         }
                         return s;
                       },
                       {1.1, 2, 5, 0.5});
}

void while_loops() {
  against_single_calls("newton",
                       [](double a) {
                         double x = 1, before = 0;
                         while (std::fabs(x - before) > 1e-12) {
                           before = x;
                           x = 0.5 * (x + a / x);
                         }
                         return x;
                       },
                       {2, 1, 1e6, 0.04});
  against_single_calls("doubling until it is large",
                       [](double x) {
                         double y = x;
                         while (y < 100) y = 2 * y;
                         return y;
                       },
                       {1, 150, 0.3, 99});
  const auto collatz = [](int n) {
    int steps = 0;
    while (n != 1) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      ++steps;
    }
    return steps;
  };
  const Tensor<int, Batch> ns = {1, 2, 27, 6};
  const Tensor<int, Batch> steps = vmap<Batch>(collatz)(ns);
  for (int i = 0; i < 4; ++i) check("collatz", steps(i), collatz(ns(i)));
  against_single_calls("a loop in a branch",
                       [](double x) {
                         double y = 0;
                         if (x > 1) {
                           y = x;
                           do {
                             y = std::log(y) + 1;
                           } while (y > 1.5);
                         }
                         return y;
                       },
                       {3, 0.5, 50, -2});
}

// What would trap, throw or never end in a lane that does not count.
void traps() {
  const auto quotient = [](int n, int d) { return d != 0 ? n / d + n % d : -1; };
  const Tensor<int, Batch> ns = {7, 7, -9}, ds = {2, 0, 4};
  for (int i = 0; i < 3; ++i)
    check("division by zero", vmap<Batch>(quotient)(ns, ds)(i), quotient(ns(i), ds(i)));

  const auto element = [](const Vector<double>& v, int i) {
    return i >= 0 && i < 3 ? v(i) * v(i) : 0.0;
  };
  const Vector<double> x = {1, 2, 3};
  const Tensor<double, Batch, Any> xs = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const Tensor<int, Batch> at = {2, 7, -1};
  const auto one = vmap<Batch>(element, shared, batched)(x, at);
  const auto own = vmap<Batch>(element)(xs, at);
  const auto g = vmap<Batch>(grad<0>(element))(xs, at);
  for (int i = 0; i < 3; ++i) {
    check("an index outside", one(i), element(x, at(i)));
    check("an index outside its row", own(i), i == 0 ? 9 : 0);
    for (int k = 0; k < 3; ++k) check("its gradient", g(i, k), i == 0 && k == 2 ? 6 : 0);
  }
  bool thrown = false;
  try {
    vmap<Batch>([](const Vector<double>& v, int i) { return v(i); }, shared, batched)(x, at);
  } catch (const Error&) {
    thrown = true;
  }
  check("a lane that counts may throw", thrown, 1);

  const auto halvings = [](int n) {
    int turns = 0;
    if (n > 0)
      while (n != 1) {
        n = (n + 1) / 2;
        ++turns;
      }
    return turns;
  };
  const Tensor<int, Batch> starts = {9, 0, -3, 1};
  for (int i = 0; i < 4; ++i)
    check("a loop that would not end", vmap<Batch>(halvings)(starts)(i), halvings(starts(i)));
}

void arrays() {
  const auto buckets = [](double x, int i) {
    double sums[4] = {0, 0, 0, 0};
    sums[i] = x;
    for (int k = 0; k < 3; ++k) sums[k + 1] += sums[k] * x;
    return sums[3] + sums[0];
  };
  const Lanes xs = {2, 3, -1};
  const Tensor<int, Batch> at = {0, 2, 3};
  const auto y = vmap<Batch>(buckets)(xs, at);
  const auto g = vmap<Batch>(grad<0>(buckets))(xs, at);
  for (int i = 0; i < 3; ++i) {
    check("writes where each lane wants", y(i), buckets(xs(i), at(i)));
    check("their gradient", g(i), grad<0>(buckets)(xs(i), at(i)));
  }
  const auto positive = [](const Vector<double>& v) {
    std::vector<double> logs(3);
    for (int i = 0; i < 3; ++i)
      if (v(i) > 0) logs[i] = std::log(v(i));
    return logs[0] + 2 * logs[1] + 3 * logs[2];
  };
  const Tensor<double, Batch, Any> rows = {{1, -2, 3}, {-4, 5, 0}};
  const auto all = vmap<Batch>(positive)(rows);
  const auto d = vmap<Batch>(grad(positive))(rows);
  for (int i = 0; i < 2; ++i) {
    check("writes under a condition", all(i), positive({rows(i, 0), rows(i, 1), rows(i, 2)}));
    for (int k = 0; k < 3; ++k)
      check("its gradient", d(i, k), rows(i, k) > 0 ? (k + 1) / rows(i, k) : 0);
  }
}

// jax #9159: rows (3, 4) and (0, 0).
void normalise() {
  const auto f = [](const Vector<double>& x) { return sum(x / max(sqrt(sum(x * x)), 1e-9)); };
  const auto g = vmap<Batch>(grad(f))(Tensor<double, Batch, Any>{{3, 4}, {0, 0}});
  const double want[] = {0.032, -0.024, 1e9, 1e9};
  for (int i = 0; i < 4; ++i) check("jax #9159", g(i / 2, i % 2), want[i]);
}

}  // namespace

int main() {
  branches();
  calls();
  counted_loops();
  while_loops();
  traps();
  arrays();
  normalise();
  return cases::summary("vmap of control flow");
}
