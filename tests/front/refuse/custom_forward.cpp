// Forward mode over a function that has a reverse rule only.
#include <tlaloc/tlaloc.h>

double at(double point) {
  auto f = [](double x) {
    auto square = tlaloc::custom_vjp([](double y) { return y * y; },
                                     [](double y, double dy) { return 2 * y * dy; });
    // expect-note: this is the expression at fault
    return square(x);
  };
  // expect: forward mode: the function has a reverse rule only (custom_vjp): give it a forward one as well, with custom_vjp_jvp
  return tlaloc::jvp(f)(point, 1.0);
}
