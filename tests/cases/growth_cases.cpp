// Vectors that grow wherever C++ lets them: behind the loop that filled them, under a condition, as
// a member, in a helper, in a lambda that is called in a loop. Derivatives are closed forms.
#include <tlaloc/tlaloc.h>

#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

double squares(const std::vector<double>& v) {
  double s = 0;
  for (double e : v) s += e * e;
  return s;
}

// x (0 + ... + m-1), then x and 2: d/dx of the sum of squares.
void behind_a_loop() {
  const auto f = [](double x, int m) {
    std::vector<double> v;
    for (int i = 0; i < m; ++i) v.push_back(i * x);
    v.push_back(x);
    v.push_back(2);
    return squares(v);
  };
  const auto two_loops = [](double x, int m) {
    std::vector<double> v;
    v.reserve(2);
    for (int i = 0; i < m; ++i)
      if (i != 3) v.push_back(i * x);
    for (int i = 0; i < 2; ++i) v.push_back(i * x);
    for (int i = 0; i < m; ++i) v.push_back(x);
    v.push_back(x);
    return squares(v) + static_cast<double>(v.size());
  };
  for (int m : {0, 1, 9}) {
    double sum = 0, but_three = 0;
    for (int i = 0; i < m; ++i) sum += i * i, but_three += i == 3 ? 0 : i * i;
    check("pushes behind a loop", grad(f)(1.5, m), 2 * 1.5 * (sum + 1));
    check("pushes behind a loop", value_and_grad(f)(1.5, m).first, 2.25 * (sum + 1) + 4);
    check("loops behind a loop", grad(two_loops)(1.5, m), 2 * 1.5 * (but_three + m + 2));
    check("loops behind a loop, forwards", jvp(two_loops)(1.5, m, 1.0), 3 * (but_three + m + 2));
    check("loops behind a loop, length", value_and_grad(two_loops)(0.0, m).first,
          m - (m > 3) + 2 + m + 1);
  }
}

void under_a_condition() {
  const auto f = [](double x, bool once, int m) {
    std::vector<double> v;
    if (once) v.push_back(x);
    for (int i = 0; i < m; ++i) v.push_back(x);
    if (x > 2) {
      v.push_back(3 * x);
      v.push_back(x);
    } else {
      v.push_back(4 * x);
      if (m > 1) v.pop_back();
    }
    v.push_back(2 * x);
    return squares(v);
  };
  for (double x : {1.0, 3.0})
    for (bool once : {false, true})
      for (int m : {0, 1, 4}) {
        const double c = once + m + (x > 2 ? 10 : m > 1 ? 0 : 16) + 4;
        check("pushes under a condition", value_and_grad(f)(x, once, m).first, c * x * x);
        check("pushes under a condition, gradient", grad(f)(x, once, m), 2 * c * x);
      }
}

struct Log {
  std::vector<double> all, positive;
  int count = 0;
  void add(double x) {
    all.push_back(x);
    if (x > 0) positive.push_back(x);
    ++count;
  }
};

struct Walk {
  double step = 0;
  Log log;
  void go(double& x, int i) {
    x += step;
    log.add(x);
    if (i % 2 == 1) log.add(-x);
  }
};

// A class of the user's that has such members too.
struct Total {
  double sum = 0;
  void push_back(double x) { sum += x; }
  void clear() { sum /= 2; }
};

void two_more(std::vector<double>& v, double x) {
  v.push_back(x);
  v.push_back(2 * x);
}

void members_and_helpers() {
  const auto member = [](double x, int m) {
    Log log;
    for (int i = 0; i < m; ++i) log.all.push_back(i * x);
    return squares(log.all);
  };
  check("a member", grad(member)(2.0, 4), 2 * 2.0 * 14);
  // x moves to step, 2 step, ...; every second is logged once more with its sign turned
  const auto walk = [](double step, int m) {
    Walk w{step, {}};
    double x = 0;
    for (int i = 0; i < m; ++i) w.go(x, i);
    return squares(w.log.all) + 10 * squares(w.log.positive) + w.log.count * step;
  };
  for (int m : {0, 5}) {
    const double all = m == 0 ? 0 : 1 + 4 * 2 + 9 + 16 * 2 + 25, positive = m == 0 ? 0 : 55;
    check("a member's member function", grad(walk)(0.5, m),
          2 * 0.5 * (all + 10 * positive) + (m == 0 ? 0 : 7));
  }
  const auto total = [](double x, int m) {
    Total t;
    for (int i = 0; i < m; ++i) {
      t.push_back(x);
      if (i == 2) t.clear();
    }
    return t.sum * t.sum;
  };
  check("no vector", grad(total)(3.0, 5), 2 * 3.5 * 3.5 * 3);
  const auto helped = [](double x, int m) {
    std::vector<double> v;
    for (int i = 0; i < m; ++i) {
      v.push_back(3 * x);
      two_more(v, x);
    }
    return squares(v);
  };
  check("a helper beside a push", grad(helped)(2.0, 9), 2 * 2.0 * 9 * (9 + 1 + 4));
  const auto in_a_pair = [](double x, int m) {
    std::pair<std::vector<double>, int> p;
    auto& [v, n] = p;
    for (int i = 0; i < m; ++i) {
      p.first.push_back(x * i);
      ++n;
    }
    return squares(v) * n;
  };
  check("in a pair", grad(in_a_pair)(2.0, 4), 2 * 2.0 * 14 * 4);
}

template <class F>
void times(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}

void lambdas() {
  const auto called = [](double x, int m) {
    std::vector<double> v;
    auto add = [&](double e) { v.push_back(e * x); };
    for (int i = 0; i < m; ++i) add(i);
    add(1);
    return squares(v);
  };
  check("a lambda", grad(called)(2.0, 5), 2 * 2.0 * 31);
  const auto fills = [](double x, int m) {
    std::vector<double> v;
    auto fill = [&](int n) {
      for (int i = 0; i < n; ++i) v.push_back(i * x);
    };
    fill(m);
    fill(3);
    return squares(v);
  };
  check("a lambda with a loop", grad(fills)(2.0, 5), 2 * 2.0 * (30 + 5));
  const auto handed = [](double x, int m) {
    std::vector<double> v;
    for (int k = 0; k < 3; ++k) times(m, [&](int i) { v.push_back(x * i); });
    return squares(v);
  };
  check("a lambda handed to a loop", grad(handed)(2.0, 5), 2 * 2.0 * 3 * 30);
}

struct Weighted {
  double value;
  int weight;
};

// x + 2 x + ..., as long as there is room for another, by what each was before.
void ended_early() {
  const auto f = [](double x, int m, std::size_t most) {
    std::vector<Weighted> v;
    std::vector<std::pair<double, int>> odd;
    for (int i = 1; i <= m; ++i) {
      if (v.size() >= most) break;
      v.emplace_back(Weighted{i * x, i});
      switch (i % 3) {
        case 0:
          odd.emplace_back(x, i);
          break;
        case 1:
          odd.emplace_back(2 * x, 1);
          [[fallthrough]];
        default:
          odd.emplace_back(i, 2);
      }
    }
    double s = 0;
    for (const auto& [value, weight] : v) s += value * weight;
    for (const auto& [value, weight] : odd) s += value * weight;
    return s + static_cast<double>(v.size());
  };
  // i = 1..5: 1 + 4 + 9 + 16 + 25; odd: 2 (i = 1, 4), 3 (i = 3)
  check("a loop that ends early", grad(f)(1.5, 9, 5), 55 + 4 + 3);
  check("a loop that goes on to its end", grad(f)(1.5, 3, 5), 14 + 2 + 3);
  check("a loop that ends at once", grad(f)(1.5, 3, 0), 0);
}

// Loops that only know when they run how far they go may shorten what they are given.
void shorter() {
  // 1 2 3 4 x: each last one times how many are left before it
  const auto folded = [](std::vector<double> v, double x) {
    v.push_back(x);
    double s = 0;
    while (v.size() > 1) {
      const double last = v.back();
      v.pop_back();
      s += last * last * static_cast<double>(v.size());
    }
    return s + v.front();
  };
  const auto [by_v, by_x] = grad(folded)({1, 2, 3, 4}, 5.0);
  check("shortened in a while loop", by_x, 2 * 5 * 4);
  check("shortened in a while loop", by_v[3], 2 * 4 * 3);
  check("shortened in a while loop", by_v[0], 1);
  check("shortened in a while loop, value", fused(folded)({1, 2, 3, 4}, 5.0),
        25 * 4 + 16 * 3 + 9 * 2 + 4 + 1);
  const auto twice = [](double x, int m) {
    std::vector<double> v;
    double s = 0;
    for (int i = 0; i < m; ++i) {
      v.push_back(x * i);
      v.push_back(x);
      while (v.size() > 3) v.pop_back();
    }
    for (double e : v) s += e * e;
    return s;
  };
  check("pushed and shortened", grad(twice)(2.0, 5), 2 * 2.0 * (0 + 1 + 1));
}

// What a size is written with may not be the variable that a loop counts down.
void backwards() {
  const auto horner = [](const std::vector<double>& c, double x) {
    std::vector<double> slope;
    for (std::size_t i = 1; i < c.size(); ++i) slope.push_back(c[i] * static_cast<double>(i));
    double r = 0;
    for (auto it = slope.rbegin(); it != slope.rend(); ++it) r = r * x + *it;
    return r + static_cast<double>(slope.size());
  };
  // 2 + 6 x + 12 x^2
  const std::vector<double> c = {1, 2, 3, 4};
  check("backwards, value", fused(horner)(c, 0.5), 2 + 3 + 3 + 3);
  check("backwards, forwards", jvp(horner)(c, 0.5, {0, 0, 0, 0}, 1.0), 6 + 12);
  const auto [by_c, by_x] = grad(horner)(c, 0.5);
  check("backwards, gradient", by_c[3], 3 * 0.25);
  check("backwards, gradient", by_x, 6 + 12);
  const auto counted_down = [](double x, int n) {
    std::vector<double> v(n);
    for (int i = 0; i < n; ++i) v[i] = x * i;
    double s = 0;
    while (n > 0) s = s * x + v[--n];
    double t = 0;
    for (double e : v) t += e;
    return s + t * static_cast<double>(v.size());
  };
  // 3 x, then x (3 x) + 2 x, then ... + x, then times x
  const double x = 0.5;
  const double last = ((3 * x * x + 2 * x) * x + x) * x;
  const auto halved = [](double y, int n, bool half) {
    std::ptrdiff_t m = n > 0 ? n : 0;
    std::vector<double> v(m, y);
    if (half) m /= 2;
    double s = 0;
    for (std::ptrdiff_t i = 0; i < m; ++i) s += v[i];
    for (double e : v) s += e * e;
    return s * static_cast<double>(v.size());
  };
  for (bool half : {false, true}) {
    const double part = half ? 2 : 4;
    check("halved, value", fused(halved)(x, 4, half), (part * x + 4 * x * x) * 4);
    check("halved, gradient", grad(halved)(x, 4, half), (part + 8 * x) * 4);
  }
  check("counted down, value", fused(counted_down)(x, 4), last + 6 * x * 4);
  check("counted down, gradient", grad(counted_down)(x, 4),
        12 * x * x * x + 6 * x * x + 2 * x + 24);
}

}  // namespace

int main() {
  behind_a_loop();
  under_a_condition();
  members_and_helpers();
  lambdas();
  backwards();
  shorter();
  ended_early();
  return cases::summary("growth");
}
