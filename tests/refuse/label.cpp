// refuse: lift.goto
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    again:  // <- here
    return x;
  });
  return g(x);
}
