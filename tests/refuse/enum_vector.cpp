// refuse: lift.type
#include <tlaloc/grad.h>
#include <vector>

enum class Side { left, right };

double use(double x, const std::vector<Side>& s) {
  const auto f = [](double x, const std::vector<Side>& s) {  // <- here
    return s[0] == Side::left ? x : x * x;
  };
  return tlaloc::grad(f)(x, s);
}
