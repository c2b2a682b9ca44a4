// refuse: lift.function
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> v(2, x);
    return v[0] * double(v.capacity());  // <- here
  });
  return g(x);
}
