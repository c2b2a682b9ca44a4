// A pointer parameter does not say how many values it points to.
#include <tlaloc/tlaloc.h>

double first(const double* x) { return x[0]; }

int main() {
  double x[2] = {1, 2};
  // expect: [lift.pointer]
  // expect-help: take a std::span, a std::vector or a reference instead
  auto g = tlaloc::fused(first);
  return static_cast<int>(g(x));
}
