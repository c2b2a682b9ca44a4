// refuse: lift.pointer
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a[2] = {x, x};
    double* p = a + 1;  // <- here
    return *p;
  });
  return g(x);
}
