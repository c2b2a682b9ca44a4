// refuse: lift.invalid
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * undeclared;  // <- here
  });
  return g(x);
}
