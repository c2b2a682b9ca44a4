// refuse: lift.branch_size
#include <tlaloc/grad.h>
#include <vector>

double use(double x) {
  auto g = tlaloc::grad([](double y) {
    std::vector<double> v;
    if (y > 0) v.resize(1);  // <- here
    return v.empty() ? 0 : v[0];
  });
  return g(x);
}
