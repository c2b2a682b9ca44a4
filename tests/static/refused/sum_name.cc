// No axis has the name.
// expect: deleted
// expect: no_axis_named
// expect: "seq"
#include <tlaloc/ops.h>
using namespace tlaloc;
Tensor<float, Axis<"batch">, Axis<"feature">> x;
#ifdef CONTROL
auto y = sum<Axis<"feature">>(x);
#else
auto y = sum<Axis<"seq">>(x);
#endif
