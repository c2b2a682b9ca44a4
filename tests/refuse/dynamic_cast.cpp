// refuse: lift.dynamic_cast
#include <tlaloc/grad.h>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  double k = 2;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    Derived d;
    Base& b = d;
    return x * dynamic_cast<Derived&>(b).k;  // <- here
  });
  return g(x);
}
