// A rule says nothing about what its function captured: to differentiate by that is refused.
#include <tlaloc/tlaloc.h>

double at(double point) {
  auto f = [](double x) {
    auto times = tlaloc::custom_vjp([x](double y) { return x * y; },
                                    [x](double, double dy) { return x * dy; });
    // expect-note: this is the expression at fault
    return times(x);
  };
  // expect: custom derivative: the function captures 'x', which is differentiated, and its rule gives no derivative for it: make it an argument
  return tlaloc::grad(f)(point);
}
