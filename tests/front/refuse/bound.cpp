// std::bind hides the body.
#include <functional>

#include <tlaloc/tlaloc.h>

double product(double x, double y) { return x * y; }

int main() {
  using namespace std::placeholders;
  auto f = std::bind(product, _1, 3.0);
  // expect: [site.erased]
  return static_cast<int>(tlaloc::grad(f)(2.0));
}
