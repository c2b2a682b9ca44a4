// refuse: lift.type
#include <utility>
#include <tlaloc/grad.h>

enum class Side { left, right };

double use(double x) {
  const auto f = [](double x) {  // <- here
    return std::pair(x * x, x > 1 ? Side::right : Side::left);
  };
  return tlaloc::value_and_grad(f)(x).second;
}
