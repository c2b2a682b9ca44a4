// refuse: lift.recursion
#include <tlaloc/grad.h>

inline double power(double x, int n) {
  if (n == 0) return 1;
  return x * power(x, n - 1);  // <- here
}

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return power(x, 3);
  });
  return g(x);
}
