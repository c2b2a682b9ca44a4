// refuse: lift.range
#include <vector>
#include <tlaloc/grad.h>

double use(const std::vector<std::vector<double>>& rows) {
  auto g = tlaloc::grad([&rows](double x) {
    double s = 0;
    for (const auto& row : rows) s += row[0] * x;  // <- here
    return s;
  });
  return g(1);
}
