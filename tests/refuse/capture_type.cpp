// refuse: lift.capture_type
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  long double k = x;
  auto g = tlaloc::grad([k](double x) {
    return x * static_cast<double>(k);  // <- here
  });
  return g(x);
}
