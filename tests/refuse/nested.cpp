// refuse: lift.nested
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return tlaloc::grad([](double y) { return y * y; })(x);  // <- here
  });
  return g(x);
}
