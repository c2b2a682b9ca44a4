#include <fmt/format.h>

#include "newton.h"
#include "spring.h"

int main() {
  const Spring spring{4.0, 1.0};
  fmt::print("force {}\n", force(spring, 1.5));
  const auto [k, x] = tlaloc::grad(energy)(spring, 1.5);
  fmt::print("grad {} {} {}\n", k.stiffness, k.rest, x);
  const double two = 2.0;
  fmt::print("root {:.12f}\n", root([two](double y) { return y * y - two; }, 1.0));
  const auto g = tlaloc::grad([](tlaloc::Vector<float> v) { return tlaloc::sum(v * v * v); });
  fmt::print("cubes {}\n", g({1, 2, 3}));
}
