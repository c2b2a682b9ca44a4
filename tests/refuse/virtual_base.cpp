// refuse: lift.virtual_base
#include <tlaloc/grad.h>

struct Base {
  double v = 1;
};
struct Derived : virtual Base {};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    Derived d;  // <- here
    d.v = x;
    return d.v;
  });
  return g(x);
}
