// refuse: lift.construct
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double a[2] = {x, x};
    std::vector<double> v(a, a + 2);  // <- here
    return v[0];
  });
  return g(x);
}
