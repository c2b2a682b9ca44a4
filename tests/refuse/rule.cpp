// refuse: lift.rule
// compilers: both
#include <tlaloc/grad.h>

double use(double a) {
  auto g = tlaloc::grad([](double x) {
    auto f = tlaloc::custom_vjp([](double u, double v) { return u * v; },
                                [](double u, double v, double dy) {
                                  return std::tuple(v * dy, int(u));
                                });
    return f(x, x);  // <- here
  });
  return g(a);
}
