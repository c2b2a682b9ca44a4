// refuse: lift.construct
#include <span>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a[2] = {x, x};
    std::span<double> v(a, 1);  // <- here
    return v[0];
  });
  return g(x);
}
