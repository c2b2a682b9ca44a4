// refuse: lift.member_pointer
#include <tlaloc/grad.h>

struct P {
  double a, b;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    P p{x, x};
    double P::* m = &P::a;  // <- here
    return p.*m;
  });
  return g(x);
}
