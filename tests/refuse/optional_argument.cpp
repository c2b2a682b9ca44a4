// refuse: lift.type
#include <tlaloc/grad.h>
#include <optional>

double use(double x, std::optional<double> k) {
  const auto f = [](double x, std::optional<double> k) { return x * k.value_or(2); };  // <- here
  return tlaloc::grad<0>(f)(x, k);
}
