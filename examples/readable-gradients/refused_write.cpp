// Must not compile: what a function writes outside of itself has no place in a derivative.
#include <tlaloc/tlaloc.h>

int main() {
  int calls = 0;
  // snippet: wrong
  auto g = tlaloc::grad([&](double x) {
    ++calls;
    return x * x;
  });
  // end snippet
  return g(2.0) > 0 ? calls : 0;
}
