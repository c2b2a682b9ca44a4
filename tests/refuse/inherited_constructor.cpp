// refuse: lift.inherited_constructor
#include <tlaloc/grad.h>

struct Base {
  double v;
  explicit Base(double a) : v(a) {}
};
struct Derived : Base {
  using Base::Base;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return Derived(x).v;  // <- here
  });
  return g(x);
}
