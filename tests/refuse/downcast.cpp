// refuse: lift.downcast
#include <tlaloc/grad.h>

struct Base {
  double k = 2;
};
struct Derived : Base {
  double l = 3;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    Base b;
    b.k = x;
    return x * static_cast<Derived&>(b).l;  // <- here
  });
  return g(x);
}
