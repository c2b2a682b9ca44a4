// refuse: lift.unset
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double y;
    return x * y;  // <- here
  });
  return g(x);
}
