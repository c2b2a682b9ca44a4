// Every refusal of a file is said, each at its own line.
#include <tlaloc/tlaloc.h>

double elsewhere(double x);

int main() {
  // expect: [lift.call_body]
  // expect-note: this is the expression at fault
  auto g = tlaloc::grad([](double x) { return elsewhere(x); });
  // expect: [lift.call_body]
  // expect-note: this is the expression at fault
  auto h = tlaloc::grad([](double x) { return elsewhere(x) * 2; });
  return static_cast<int>(g(2) + h(2));
}
