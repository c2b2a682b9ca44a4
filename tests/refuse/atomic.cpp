// refuse: lift.atomic
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    long k = 1;
    return x * __atomic_load_n(&k, __ATOMIC_RELAXED);  // <- here
  });
  return g(x);
}
