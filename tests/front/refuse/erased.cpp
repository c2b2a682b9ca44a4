// Type erasure hides the body.
#include <functional>

#include <tlaloc/tlaloc.h>

int main() {
  std::function<double(double)> f = [](double x) { return x * x; };
  // expect: [site.erased]
  // expect-help: transform the function before it is erased, or pass a lambda
  return static_cast<int>(tlaloc::grad(f)(2));
}
