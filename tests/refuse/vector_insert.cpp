// refuse: lift.function
#include <array>
#include <vector>
#include <tlaloc/grad.h>

double use(const std::array<double, 4>& a) {
  auto g = tlaloc::grad([](const std::array<double, 4>& p) {
    std::vector<double> v;
    v.insert(v.end(), p.begin(), p.end());  // <- here
    return v[0];
  });
  return g(a)[0];
}
