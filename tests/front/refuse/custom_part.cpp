// A function with rules finds its program by its lambdas.
#include <tlaloc/tlaloc.h>

double square(double y) { return y * y; }

double at(double point) {
  auto rule = [](double y, double dy) { return 2 * y * dy; };
  // expect: one of its parts is no lambda [site.part]
  return tlaloc::grad(tlaloc::custom_vjp(square, rule))(point);
}
