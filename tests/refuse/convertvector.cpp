// refuse: lift.vector_extension
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    using V = double __attribute__((vector_size(16)));
    using W = long __attribute__((vector_size(16)));
    return x * __builtin_convertvector(V{}, W)[0];  // <- here
  });
  return g(x);
}
