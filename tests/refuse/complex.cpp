// refuse: lift.complex
// flags: -std=gnu++20
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    _Complex double z = x;  // <- here
    return __real__ z;
  });
  return g(x);
}
