// refuse: lift.out_of_range
// flags: -w
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a[2] = {x, x};
    int i = 2;
    return a[i];  // <- here
  });
  return g(x);
}
