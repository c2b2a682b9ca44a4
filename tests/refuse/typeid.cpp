// refuse: lift.typeid
#include <typeinfo>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    if (typeid(x) == typeid(int)) return x * x;  // <- here
    return x;
  });
  return g(x);
}
