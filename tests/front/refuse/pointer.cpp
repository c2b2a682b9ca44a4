// A function pointer that only run time knows has no identity.
#include <tlaloc/tlaloc.h>

double cube(double x) { return x * x * x; }
template <class F>
double slope(F f, double x) {
  // expect: grad: a function pointer has no identity
  // expect-help: pass the function itself to the transformation, or tlaloc::fn<function>
  return tlaloc::grad(f)(x);
}

int main() { return static_cast<int>(slope(cube, 2)); }
