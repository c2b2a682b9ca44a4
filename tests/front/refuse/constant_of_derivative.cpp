// A site that reads a derivative used as a constant: in the parse there is no such constant yet.
#include <tlaloc/tlaloc.h>

int main() {
  constexpr double d = tlaloc::grad([](double x) { return x * x; })(3.0);
  // expect: grad
  // expect-note: this is the expression at fault
  return static_cast<int>(tlaloc::grad([=](double x) { return d * x; })(2));
}
