// refuse: lift.recursion
#include <tlaloc/grad.h>

struct Power {
  double x;
  double of(int n) const {
    if (n == 0) return 1;
    return x * of(n - 1);
  }
};

double use(double x, int n) {
  auto g = tlaloc::grad([](double x, int n) {
    return Power{x}.of(n);  // <- here
  });
  return g(x, n);
}
