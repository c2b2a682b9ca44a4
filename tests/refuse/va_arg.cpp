// refuse: lift.va_arg
#include <cstdarg>
#include <tlaloc/grad.h>

inline double total(int n, ...) {
  va_list a;
  va_start(a, n);
  double s = va_arg(a, double);
  va_end(a);
  return s;
}

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return total(2, x, x);  // <- here
  });
  return g(x);
}
