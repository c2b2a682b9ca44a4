// refuse: lift.complex
// flags: -std=gnu++20
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * __real__(2.0 + 3.0i);  // <- here
  });
  return g(x);
}
