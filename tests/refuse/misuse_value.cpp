// refuse: site.misuse
// compilers: both
#include <tlaloc/grad.h>

double use(double x) {
  return tlaloc::grad(x * x)(x);  // <- here
}
