// Two names in one place.
// expect: deleted
// expect: axes_differ
// expect: "feature"
// expect: "hidden"
#include <tlaloc/ops.h>
using namespace tlaloc;
using Feature = Axis<"feature">;
using Hidden = Axis<"hidden">;
Tensor<float, Feature> x;
#ifdef CONTROL
Tensor<float, Any, Feature> y;
#else
Tensor<float, Any, Hidden> y;
#endif
auto z = x + y;
