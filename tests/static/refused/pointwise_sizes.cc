// Two fixed sizes in one place.
// expect: deleted
// expect: axes_differ
// expect: Dim<3
// expect: Dim<4
#include <tlaloc/ops.h>
using namespace tlaloc;
Tensor<float, Any, Dim<3>> x;
#ifdef CONTROL
Tensor<float, Dim<1>> y;
#else
Tensor<float, Dim<4>> y;
#endif
auto z = x * y;
