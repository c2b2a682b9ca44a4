// refuse: lift.new
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double* p = nullptr;
    delete p;  // <- here
    return x;
  });
  return g(x);
}
