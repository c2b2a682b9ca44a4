// A contraction of two different axes: the message names both.
// expect: deleted
// expect: axes_differ
// expect: Axis<
// expect: "seq"
// expect: "hidden"
// expect: matmul
#include <tlaloc/ops.h>
using namespace tlaloc;
using Batch = Axis<"batch">;
using Seq = Axis<"seq", 128>;
using Hidden = Axis<"hidden", 64>;
Tensor<float, Batch, Seq> x;
#ifdef CONTROL
Tensor<float, Seq, Hidden> w;
#else
Tensor<float, Hidden, Dim<10> > w;
#endif
auto y = matmul(x, w);
