// refuse: lift.function
#include <cmath>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return std::nextafter(x, 2.0) * x;  // <- here
  });
  return g(x);
}
