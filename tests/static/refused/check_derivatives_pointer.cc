// A function's name decays to a pointer, of which nobody knows the function.
// expect: hand over tlaloc::fn<function>, or a lambda that calls it
#include <tlaloc/check_derivatives.h>

double square(double x) { return x * x; }

#ifdef CONTROL
bool checked() { return tlaloc::check_derivatives(tlaloc::fn<square>, 1.3).agree; }
#else
bool checked() { return tlaloc::check_derivatives(square, 1.3).agree; }
#endif
