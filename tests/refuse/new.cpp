// refuse: lift.new
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double* p = new double(x);  // <- here
    return *p;
  });
  return g(x);
}
