// refuse: lift.throw
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    if (x < 0) throw 1;  // <- here
    return x;
  });
  return g(x);
}
