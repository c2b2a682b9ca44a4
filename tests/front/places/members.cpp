// Member functions as callables, and what `this` holds.
#include <tlaloc/tlaloc.h>

#include <string>
#include <utility>

#include "check.h"

using namespace tlaloc;
using cases::check;

struct Spring {
  double stiffness = 1;
  double rest = 0;
  std::string name;
  int count = 1;

  double energy(double x) const { return 0.5 * stiffness * (x - rest) * (x - rest); }
  double scaled(double x, double by) const noexcept { return by * energy(x); }
  static double square(double x) { return x * x; }
  double self_gradient(double x) const {
    return grad([this](double y) { return stiffness * y * y + energy(y); })(x);
  }
  double copied_gradient(double x) const {
    return grad([*this](double y) { return stiffness * y * y; })(x);
  }
  double everything_gradient(double x) const {
    return grad([=, this](double y) { return stiffness * y * x; })(x);
  }
  double own_pointer(double x) const { return grad<1>(&Spring::energy)(*this, x); }
};

template <class T>
struct Scale {
  T by;
  T of(T x) const { return by * x * x; }
  T slope(T x) const { return grad<1>(&Scale::of)(*this, x); }
};

template <class F>
double through(F f, const Spring& s, double x) {
  return grad<1>(f)(s, x);
}

void pointers() {
  const Spring s{3, 1, "a", 2};
  check("an argument", grad<1>(&Spring::energy)(s, 2.0), 3.0);
  check("the object's field", grad<0>(&Spring::energy)(s, 2.0).stiffness, 0.5);
  check("another field", grad<0>(&Spring::energy)(s, 2.0).rest, -3.0);
  check("what has no derivative is copied", grad<0>(&Spring::energy)(s, 2.0).count, 2);
  const auto [object, x] = grad(&Spring::energy)(s, 2.0);
  check("both", object.stiffness + x, 3.5);
  check("calls another", grad<2>(&Spring::scaled)(s, 2.0, 5.0), 1.5);
  check("value", value_and_grad<1>(&Spring::scaled)(s, 2.0, 5.0).first, 7.5);
  check("jvp", jvp(&Spring::energy)(s, 2.0, Spring{1, 0, "", 0}, 1.0), 3.5);
  check("static", grad(&Spring::square)(4.0), 8.0);
  check("twice", grad<1>(grad<1>(&Spring::energy))(s, 2.0), 3.0);
  check("fn", grad<1>(fn<&Spring::energy>)(s, 2.0), 3.0);
  check("fn through a template", through(fn<&Spring::energy>, s, 2.0), 3.0);
  check("inside its class", s.own_pointer(2.0), 3.0);
  check("of a class template", Scale<double>{3}.slope(2.0), 12.0);
  check("of another instance", static_cast<double>(Scale<float>{3}.slope(1.0F)), 6.0);
}

void captures() {
  Spring s{3, 1, "a", 2};
  check("this", s.self_gradient(2.0), 15.0);
  check("*this", s.copied_gradient(2.0), 12.0);
  check("=, this", s.everything_gradient(2.0), 6.0);
  s.stiffness = 1;
  check("this, later", s.self_gradient(2.0), 5.0);
}

struct A {
  double x;
};
struct B {
  double x;
  double y;
  double value() const { return x * y; }
};
double value_of(const A& a) { return a.x * a.x; }
double value_of(const B& b) { return b.value(); }

void generic() {
  struct Local {
    double z;
  };
  const double k = A{2}.x;
  const auto f = [](const auto& m, double w) { return value_of(m) * w; };
  const auto g = grad<0>(f);
  check("a generic lambda of one struct", g(A{3}, 2.0).x, 12.0);
  check("and of another", g(B{3, 5}, 2.0).y, 6.0);
  const auto h = grad<0>([k](const auto& m) {
    if constexpr (requires { m.z; })
      return k * m.z * m.z;
    else
      return k * value_of(m);
  });
  check("with a capture", h(A{3}).x, 12.0);
  check("the other one", h(B{3, 5}).x, 10.0);
  check("a local struct", h(Local{3}).z, 12.0);
  const auto p = grad<0>([](const auto& both) { return both.first.x * both.second; });
  check("inside a pair", p(std::pair(A{3}, 2.0)).first.x, 2.0);
  check("inside another pair", p(std::pair(B{3, 5}, 4.0)).second, 3.0);
}

int main() {
  pointers();
  captures();
  generic();
  return cases::summary("members");
}
