// refuse: lift.capture_type
#include <tlaloc/grad.h>

#include <map>

double use(double x) {
  std::map<int, double> m{{1, 2.0}};
  auto g = tlaloc::grad([m](double x) {
    return x * m.begin()->second;  // <- here
  });
  return g(x);
}
