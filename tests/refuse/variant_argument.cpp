// refuse: lift.type
#include <variant>
#include <tlaloc/grad.h>

double use(double x, std::variant<double, int> k) {
  const auto f = [](double x, std::variant<double, int> k) {  // <- here
    return x * double(k.index());
  };
  return tlaloc::grad<0>(f)(x, k);
}
