// There is no such axis.
// expect: deleted
// expect: no_axis_number<2, 2
#include <tlaloc/ops.h>
using namespace tlaloc;
Matrix<float> x;
#ifdef CONTROL
auto y = sum<1>(x);
#else
auto y = sum<2>(x);
#endif
