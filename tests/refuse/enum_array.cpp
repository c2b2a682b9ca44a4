// refuse: lift.type
#include <tlaloc/grad.h>
#include <array>

enum class Side { left, right };

double use(double x, std::array<Side, 2> s) {
  const auto f = [](double x, std::array<Side, 2> s) {  // <- here
    return s[0] == Side::left ? x : x * x;
  };
  return tlaloc::grad(f)(x, s);
}
