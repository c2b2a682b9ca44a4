// refuse: lift.void
#include <tlaloc/grad.h>

void use(double x) {
  auto g = tlaloc::fused([](double) {});  // <- here
  g(x);
}
