// refuse: lift.function
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> v(3, x);
    return *v.data();  // <- here
  });
  return g(x);
}
