// A batch over another axis is no batch for this function: the message names both axes.
// expect: deleted
// expect: axes_differ
// expect: "seq"
// expect: "batch"
#include <tlaloc/vmap.h>
using namespace tlaloc;
using Batch = Axis<"batch">;
float twice(float x) { return 2 * x; }
using Vmapped = decltype(vmap<Batch>(twice));
const Vmapped& batched_twice();
#ifdef CONTROL
Tensor<float, Batch> xs;
#else
Tensor<float, Axis<"seq"> > xs;
#endif
using Y = decltype(batched_twice()(xs));
