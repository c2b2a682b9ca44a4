// A double that is no constant does not stand beside a float tensor.
// expect: constant expression
#include <tlaloc/ops.h>
using namespace tlaloc;
Vector<float> x;
#ifdef CONTROL
constexpr double d = 0.1;
#else
double d = 0.1;
#endif
Vector<float> f() { return x * d; }
