// refuse: lift.union
#include <tlaloc/grad.h>

union U {
  double a;
  long b;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    U u;  // <- here
    u.a = x;
    return u.a;
  });
  return g(x);
}
