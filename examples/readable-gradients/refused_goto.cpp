// Must not compile: a loop made of goto.
#include <tlaloc/tlaloc.h>

// snippet: wrong
double halve(double x) {
again:
  x /= 2;
  if (x > 1) goto again;
  return x;
}
// end snippet

int main() { return tlaloc::grad(halve)(5.0) > 0; }
