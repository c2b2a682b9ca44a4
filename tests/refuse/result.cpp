// refuse: lift.type
#include <tlaloc/grad.h>

auto use(double x) {
  auto g = tlaloc::fused([](double x) {  // <- here
    return [x] { return x; };
  });
  return g(x);
}
