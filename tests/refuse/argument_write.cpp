// refuse: lift.argument_write
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::fused([](double& x) {
    x = x * x;  // <- here
    return x;
  });
  return g(x);
}
