// refuse: site.pointer
#include <tlaloc/grad.h>

double cube(double x) { return x * x * x; }
template <class F>
double slope(F f, double x) {
  return tlaloc::grad(f)(x);  // <- here
}
double use(double x) { return slope(cube, x); }
