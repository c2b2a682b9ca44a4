// The same header in another unit, under another macro; a static function where main has one.
#define SCALE 5
#include "shared.h"

// clang-format off




template struct Trainer<float>;

static double at_line(double x) { return x * 7; }
// clang-format on
double from_other(double x) {
  return in_header(3, x) + Trainer<double>{3}.step(x) + tlaloc::grad(same_name)(1) +
         tlaloc::grad(at_line)(1);
}
