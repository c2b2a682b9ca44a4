// A lambda that writes what it captured.
#include <tlaloc/tlaloc.h>

int main(int argc, char**) {
  double k = argc;
  // expect: [lift.capture_write]
  auto g = tlaloc::grad([k](double x) mutable {
    // expect-note: this is the expression at fault
    k += 1;
    return k * x;
  });
  return static_cast<int>(g(2));
}
