// refuse: lift.vla
// flags: -std=gnu++20
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    int n = static_cast<int>(x);
    double y[n];  // <- here
    y[0] = x;
    return y[0];
  });
  return g(x);
}
