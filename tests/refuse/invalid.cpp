// refuse: lift.invalid
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) -> double {
    return __builtin_assoc_barrier(x) * x;  // <- here
  });
  return g(x);
}
