// refuse: lift.type
#include <tlaloc/grad.h>

#include <map>

auto use(double x) {
  auto g = tlaloc::fused([](double x) {  // <- here
    return std::map<int, double>{{1, x}};
  });
  return g(x);
}
