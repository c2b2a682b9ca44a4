// refuse: lift.growing
#include <array>
#include <vector>
#include <tlaloc/grad.h>

double use(const std::array<double, 40>& a) {
  auto g = tlaloc::grad([](const std::array<double, 40>& p) {
    std::vector<double> v;
    for (int i = 0; i < 40; ++i)
      v.insert(v.begin(), p[i]);  // <- here
    return v[0];
  });
  return g(a)[0];
}
