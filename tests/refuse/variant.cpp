// refuse: lift.function
#include <tlaloc/grad.h>
#include <variant>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    std::variant<double, int> v = x * x;  // <- here
    return std::get<double>(v);
  });
  return g(x);
}
