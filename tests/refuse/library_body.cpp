// refuse: lift.function
// compilers: both
#include <algorithm>
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> v(3, x);
    std::sort(v.begin(), v.end());  // <- here
    return v[0];
  });
  return g(x);
}
