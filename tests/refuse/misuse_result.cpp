// refuse: site.misuse
// compilers: both
#include <tlaloc/tlaloc.h>

double use(double x) {
  const auto twice = [](double y) { return tlaloc::Vector<double>{y, y}; };
  return tlaloc::grad(twice)(x);  // <- here
}
