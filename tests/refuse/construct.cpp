// refuse: lift.construct
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    const std::vector<double> a{x, x}, b{x, 2 * x};
    const std::vector<double> v(a.begin(), b.end());  // <- here
    return v[0];
  });
  return g(x);
}
