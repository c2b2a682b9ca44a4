// refuse: lift.reference_choice
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a = x, b = 2;
    double& r = x > 0 ? a : b;  // <- here
    r *= 2;
    return a + b;
  });
  return g(x);
}
