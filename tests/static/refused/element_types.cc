// float and double never mix.
// expect: deleted
// expect: elements_differ<float, double>
#include <tlaloc/ops.h>
using namespace tlaloc;
Vector<float> x;
#ifdef CONTROL
Vector<float> y;
#else
Vector<double> y;
#endif
auto z = x - y;
