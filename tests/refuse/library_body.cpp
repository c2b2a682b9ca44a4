// refuse: lift.function
// compilers: both
#include <algorithm>
#include <random>
#include <vector>
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::vector<double> v(3, x);
    std::shuffle(v.begin(), v.end(), std::minstd_rand(1));  // <- here
    return v[0];
  });
  return g(x);
}
