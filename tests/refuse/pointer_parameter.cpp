// refuse: lift.pointer
#include <tlaloc/grad.h>

double use(double* x) {
  auto g = tlaloc::value_and_grad([](double a, double* x) {  // <- here
    return a * x[0];
  });
  return g(1.0, x).first;
}
