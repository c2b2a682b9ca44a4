// refuse: lift.range
#include <ranges>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    double s = 0;
    for (int i : std::views::iota(0, 3)) s += i * x;  // <- here
    return s;
  });
  return g(x);
}
