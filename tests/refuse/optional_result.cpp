// refuse: lift.type
#include <tlaloc/grad.h>
#include <optional>

double use(double x) {
  const auto f = [](double x) { return std::optional<double>(x * x); };  // <- here
  return *tlaloc::jvp(f)(x, 1.0);
}
