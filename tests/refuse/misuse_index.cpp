// refuse: site.misuse
// compilers: both
#include <tlaloc/grad.h>

double use(double x, int n) {
  const auto f = [](double y, int k) { return y * k; };
  return tlaloc::grad<1>(f)(x, n);  // <- here
}
