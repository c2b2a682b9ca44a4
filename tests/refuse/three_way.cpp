// refuse: lift.three_way
#include <compare>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    const double a[2] = {x, 2};
    auto order = &a[0] <=> &a[1];  // <- here
    return order < 0 ? x : x * x;
  });
  return g(x);
}
