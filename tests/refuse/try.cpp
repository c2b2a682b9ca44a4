// refuse: lift.try
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    try {  // <- here
      return x * x;
    } catch (...) {
    }
    return x;
  });
  return g(x);
}
