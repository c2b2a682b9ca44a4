// Every kind of capture: by value as of the closure's making, by reference as of the call.
#include <tlaloc/tlaloc.h>

#include <functional>
#include <memory>

#include "check.h"

using cases::check;
using tlaloc::grad;

struct Pair {
  double a, b;
};

class Spring {
 public:
  double s = 3;
  double by_this(double x) {
    return grad([this](double y) { return s * y * y; })(x);
  }
  double by_copy_of_this(double x) {
    auto g = grad([*this](double y) { return s * y * y; });
    s = 100;
    return g(x);
  }
  double by_default_and_this(double x) {
    return grad([=, this](double y) { return s * y * y; })(x);
  }
  double by_reference_default(double x) {
    auto g = grad([&](double y) { return s * y * y; });
    s = 5;
    return g(x);
  }
  double private_member(double x) {
    return grad([this](double y) { return stiffness_ * y * y; })(x);
  }

 private:
  double stiffness_ = 7;
};

void by_value_and_reference(double k, double m) {
  check("by value", grad([k](double x) { return k * x * x; })(2), 12);
  {
    auto g = grad([k](double x) { return k * x * x; });
    const double before = k;
    k = 100;
    check("by value: as of its making", g(2), 12);
    k = before;
  }
  {
    auto g = grad([&k](double x) { return k * x * x; });
    k = 5;
    check("by reference: as of the call", g(2), 20);
    k = 3;
  }
  check("[=]", grad([=](double x) { return k * x * x + m * x; })(2), 22);
  check("[&]", grad([&](double x) { return k * x * x + m * x; })(2), 22);
  check("[=, &m]", grad([=, &m](double x) { return k * x * x + m * x; })(2), 22);
  check("[&, m]", grad([&, m](double x) { return k * x * x + m * x; })(2), 22);
}

void init_captures(double k) {
  check("init", grad([q = k * 2](double x) { return q * x * x; })(2), 24);
  check("init by reference", grad([&q = k](double x) { return q * x * x; })(2), 12);
  check("init that shadows itself", grad([k = k * 2](double x) { return k * x * x; })(2), 24);
  int made = 0;
  auto g = grad([q = (++made, k)](double x) { return q * x * x; });
  check("init: value", g(2), 12);
  check("init runs once", made, 1);
  auto owner = std::make_unique<double>(3.0);
  auto moved = [p = std::move(owner), k](double x) { return k * x * x; };
  check("a closure that only moves", grad(std::move(moved))(2), 12);
}

void structs_and_bindings() {
  Pair p{3, 4};
  check("struct", grad([p](double x) { return p.a * x * x + p.b; })(2), 12);
  auto [a, b] = p;
  check("structured binding", grad([a, b](double x) { return a * x * x + b; })(2), 12);
  double array[2] = {3, 4};
  check("array", grad([array](double x) { return array[0] * x * x + array[1]; })(2), 12);
}

void constants() {
  const double c = 3;
  constexpr double e = 3;
  check("const", grad([c](double x) { return c * x * x; })(2), 12);
  check("constexpr, not captured", grad([=](double x) { return e * x * x; })(2), 12);
}

template <class... A>
double packed(A... a) {
  return grad([a...](double x) { return x * (a + ...); })(1.0);
}

double global = 3;

void statics() {
  static double local = 4;
  auto g = grad([](double x) { return global * x * x + local * x; });
  check("global and static local", g(2), 16);
  global = 4;
  local = 5;
  check("as of the call", g(2), 21);
  global = 3;
  local = 4;
}

void closures_in_closures(double k) {
  auto f = [k](double x) { return k * x * x; };
  check("closure in a closure", grad([f, k](double x) { return f(x) * k + f(x); })(2), 48);
  auto h = [&f](double x) { return f(x) * 2; };
  check("by reference", grad([h](double x) { return h(x) + x; })(2), 25);
}

int main(int argc, char**) {
  const double k = 2.0 + argc, m = 10;
  by_value_and_reference(k, m);
  init_captures(k);
  structs_and_bindings();
  constants();
  check("pack", packed(1.0, 2.0, k), 6);
  statics();
  closures_in_closures(k);
  Spring o;
  check("this", o.by_this(2), 12);
  check("*this", o.by_copy_of_this(2), 12);
  o.s = 3;
  check("[=, this]", o.by_default_and_this(2), 12);
  check("[&] takes this", o.by_reference_default(2), 20);
  check("private member", o.private_member(2), 28);
  return cases::summary("captures");
}
