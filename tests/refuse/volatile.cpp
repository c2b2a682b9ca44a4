// refuse: lift.volatile
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    volatile double y = x;  // <- here
    return y;
  });
  return g(x);
}
