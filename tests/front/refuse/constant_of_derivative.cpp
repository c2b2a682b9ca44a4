// A site that reads a derivative used as a constant: in the parse there is no such constant yet. (With a capture it is a run-time value,
// and right: tests/front/places/places.cpp.)
#include <tlaloc/tlaloc.h>

int main() {
  // expect: constexpr variable
  constexpr double d = tlaloc::grad([](double x) { return x * x; })(3.0);
  // expect: [lift.capture_type]
  // expect-note: this is the expression at fault
  // expect: cannot be implicitly captured
  return static_cast<int>(tlaloc::grad([](double x) { return d * x; })(2));
}
