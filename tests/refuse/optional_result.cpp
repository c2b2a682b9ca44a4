// refuse: lift.type
#include <tlaloc/grad.h>
#include <optional>

struct Point {
  double x, y;
};

double use(double x) {
  const auto f = [](double x) { return std::optional<Point>(Point{x, x * x}); };  // <- here
  return tlaloc::jvp(f)(x, 1.0)->y;
}
