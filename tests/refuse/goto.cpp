// refuse: lift.goto
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    goto end;  // <- here
    end:
    return x;
  });
  return g(x);
}
