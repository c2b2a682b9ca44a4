// refuse: lift.reference_choice
#include <span>
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> a{x, 1}, b{x, 2, 3};
    std::span<double> view(a);
    if (x > 0) view = b;  // <- here
    return view[0] + view[1];
  });
  return g(x);
}
