// refuse: lift.indirect_call
#include <tlaloc/grad.h>

inline double (*rule)(double) = nullptr;

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return rule(x);  // <- here
  });
  return g(x);
}
