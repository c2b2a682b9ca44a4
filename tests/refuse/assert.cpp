// refuse: lift.throw
// flags: -UNDEBUG
#include <cassert>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    assert(x > 0);  // <- here
    return x;
  });
  return g(x);
}
