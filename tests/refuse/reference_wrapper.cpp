// refuse: lift.function
#include <tlaloc/grad.h>
#include <functional>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    auto r = std::ref(x);  // <- here
    r.get() *= 2;
    return x * x;
  });
  return g(x);
}
