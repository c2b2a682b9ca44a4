// refuse: lift.three_way
#include <compare>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    auto order = x <=> 1.0;  // <- here
    return order < 0 ? x : x * x;
  });
  return g(x);
}
