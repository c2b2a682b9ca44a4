// refuse: lift.array_index
#include <tlaloc/grad.h>

struct P {
  double a, b;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    P p[20] = {};
    double s = 0;
    for (int i = 0; i < 20; ++i) s += p[i].a * x;  // <- here
    return s;
  });
  return g(x);
}
