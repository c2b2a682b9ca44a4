// refuse: lift.capture_write
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  double calls = 0;
  auto g = tlaloc::grad([&](double x) {
    calls += 1;  // <- here
    return x * x;
  });
  return g(x) + calls;
}
