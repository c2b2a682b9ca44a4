// refuse: lift.static_local
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    static double calls = 0;
    calls += 1;  // <- here
    return x * calls;
  });
  return g(x);
}
