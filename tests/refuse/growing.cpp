// refuse: lift.growing
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> v;
    while (x > 1) {
      x /= 2;
      v.push_back(x);  // <- here
    }
    return v[0];
  });
  return g(x);
}
