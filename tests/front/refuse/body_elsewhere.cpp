// A function whose body another file holds: nothing to read, and nothing to differentiate.
#include <tlaloc/tlaloc.h>

double outside(double x);

int main() {
  // expect: [site.body]
  return static_cast<int>(tlaloc::grad(outside)(2.0));
}
