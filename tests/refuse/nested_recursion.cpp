// refuse: lift.recursion
// compilers: both
#include <tlaloc/grad.h>

inline double f(double x) {
  return x > 1 ? tlaloc::grad(f)(x) : x * x;  // <- here
}

double use(double x) {
  return tlaloc::grad(f)(x);
}
