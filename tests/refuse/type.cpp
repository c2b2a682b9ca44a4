// refuse: lift.type
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    long double y = x;  // <- here
    return static_cast<double>(y * y);
  });
  return g(x);
}
