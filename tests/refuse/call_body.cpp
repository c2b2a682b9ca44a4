// refuse: lift.call_body
// compilers: both
#include <tlaloc/grad.h>

double secret(double);

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * secret(x);  // <- here
  });
  return g(x);
}
