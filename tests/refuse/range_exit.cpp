// refuse: lift.range_exit
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double s = 0, a[20] = {x};
    for (double v : a) {  // <- here
      if (v > 2) break;
      s += v;
    }
    return s;
  });
  return g(x);
}
