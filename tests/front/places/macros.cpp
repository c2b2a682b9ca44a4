// Lambdas and transformations in macros' arguments and in their bodies.
#include <tlaloc/tlaloc.h>

#include "check.h"

using cases::check;
using tlaloc::grad;

#define CHECK_EQ(a, b) check("argument", (a), (b))
#define SAME(...) __VA_ARGS__
#define GRAD(f) tlaloc::grad(f)
#define TWICE(e) ((e) + (e))
#define SQUARE_SLOPE(k) grad([=](double x) { return (k) * x * x; })
#define PLAIN [](double x) { return x * x; }
#define NESTED(k) SQUARE_SLOPE((k) * 2)

template <class T, int N>
double in_template(T k) {
  return SAME(grad([k](double x) { return k * x * N; }))(1.0);
}

int main(int argc, char**) {
  const double k = 2.0 + argc;
  CHECK_EQ(grad([k](double x) { return k * x * x; })(2), 12);
  CHECK_EQ(SAME(grad([k](double x) { return k * x * x; }))(2), 12);
  CHECK_EQ(SAME(grad([k](double x, double y) { return k * x * y; }))(1, 2) == std::tuple(6.0, 3.0),
           true);
  check("transformation in a body", GRAD([&](double x) { return k * x * x; })(2), 12);
  check("argument used twice", TWICE(grad([&](double x) { return k * x * x; })(2)), 24);
  check("lambda in a body", SQUARE_SLOPE(k)(2), 12);
  check("again, elsewhere", SQUARE_SLOPE(k + 1)(2), 16);
  check("in a body's body", NESTED(k)(2), 24);
  check("whole lambda is a macro", grad(PLAIN)(3), 6);
  check("two keys in an argument", in_template<double, 2>(3.0) + in_template<float, 3>(1.f), 9);
  return cases::summary("macros");
}
