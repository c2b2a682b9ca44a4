// Derivatives of scalar functions, printed and written by hand: instructions.py compares how many
// instructions each became.
#include <tlaloc/tlaloc.h>

#include <cmath>

using namespace tlaloc;

extern "C" {

double rational_by_tool(double x) {
  return grad([](double x) { return x * x * x - 2 * x * x + x / (1 + x * x); })(x);
}
double rational_by_hand(double x) {
  const double q = 1 + x * x;
  return 3 * x * x - 4 * x + (1 - x * x) / (q * q);
}

double swish_by_tool(double x) {
  return grad([](double x) { return x / (1 + std::exp(-x)); })(x);
}
double swish_by_hand(double x) {
  const double e = std::exp(-x), s = 1 / (1 + e);
  return s + x * e * s * s;
}
}
