// refuse: lift.no_return
// flags: -w
#include <tlaloc/grad.h>

inline double half(double x) {
  double y = x / 2;
  (void)y;
}

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * half(x);  // <- here
  });
  return g(x);
}
