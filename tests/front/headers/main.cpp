// Callables in headers: quotes, angles, two spellings of one name, a system header, two units.
// flags: -DIN_MAIN -I inc -isystem inc/system
// sources: other.cpp
#define SCALE 3
#include "nested.h"

#include <by_angle.h>
#include <of_system.h>

#include "check.h"

using cases::check;

double from_other(double x);
static double at_line(double x) { return x * 2; }

int main() {
  check("inline function", in_header(3, 2), 12);
  check("class template", Trainer<double>{3}.step(2), 12);
  check("extern template", Trainer<float>{3}.step(2), 12);
  check("static member template", Trainer<double>::slope([](double x) { return x * x; }, 3), 6);
  check("private member", Hidden{3}.slope(2), 12);
  check("inline constexpr", constant(2), 12);
  check("through an include directory", by_angle(2), 12);
  check("in a system header", of_system(2.0), 12);
  check("another unit", from_other(2), 12 + 12 + 5 + 7);
  check("a static function of this unit", tlaloc::grad(same_name)(1) + tlaloc::grad(at_line)(1),
        3 + 2);
  return cases::summary("headers");
}
