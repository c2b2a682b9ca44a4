// refuse: lift.bits
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * __builtin_bit_cast(long, x);  // <- here
  });
  return g(x);
}
