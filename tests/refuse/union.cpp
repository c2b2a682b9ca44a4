// refuse: lift.union
#include <tlaloc/grad.h>

union U {
  double a;
  long b;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    U u;
    u.a = x;  // <- here
    return u.a;
  });
  return g(x);
}
