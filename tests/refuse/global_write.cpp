// refuse: lift.capture_write
#include <tlaloc/grad.h>

inline double calls = 0;

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    calls += 1;  // <- here
    return x * x;
  });
  return g(x);
}
