// refuse: lift.vector_extension
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    using V = double __attribute__((vector_size(16)));
    V v = (V){} + x;  // <- here
    return v[0];
  });
  return g(x);
}
