// refuse: lift.pointer
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a[2] = {x, x}, b[2] = {x, x};
    return a < b ? x : -x;  // <- here
  });
  return g(x);
}
