// refuse: lift.bits
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * reinterpret_cast<unsigned long&>(x);  // <- here
  });
  return g(x);
}
