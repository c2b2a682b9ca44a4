// refuse: lift.function
// compilers: both
#include <cmath>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return std::tgamma(x);  // <- here
  });
  return g(x);
}
