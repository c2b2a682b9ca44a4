// refuse: lift.type
#include <tlaloc/grad.h>
#include <optional>
#include <vector>

double use(double x, const std::optional<std::vector<double>>& k) {
  const auto f = [](double x, const std::optional<std::vector<double>>& k) {  // <- here
    return k ? x * (*k)[0] : x;
  };
  return tlaloc::grad<0>(f)(x, k);
}
