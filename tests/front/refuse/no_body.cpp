// A callee that is defined elsewhere.
#include <tlaloc/tlaloc.h>

double elsewhere(double x);

int main() {
  // expect: [lift.call_body]
  // expect-note: this is the expression at fault
  return static_cast<int>(tlaloc::grad([](double x) { return elsewhere(x); })(2));
}
