// refuse: lift.asm
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    asm("" ::);  // <- here
    return x;
  });
  return g(x);
}
