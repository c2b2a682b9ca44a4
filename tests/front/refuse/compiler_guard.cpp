// An #if that asks which compiler reads the text: the parse is Clang's whatever compiles it.
// compilers: g++
#include <tlaloc/tlaloc.h>

double f(double x) {
#ifdef __clang__
  return x * x;
#else
  return x * x * x;
#endif
}

int main() {
  // expect: [site.compiler]
  return static_cast<int>(tlaloc::grad([](double x) { return f(x); })(2));
}
