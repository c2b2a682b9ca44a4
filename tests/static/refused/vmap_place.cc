// A number has one place for the batch.
// expect: tlaloc: vmap: a number has no axis behind which another could stand
#include <tlaloc/vmap.h>
using namespace tlaloc;
using Batch = Axis<"batch">;
float twice(float x) { return 2 * x; }
#ifdef CONTROL
float size_of() { return sizeof(decltype(vmap<Batch>(twice, batched_at<0>))); }
#else
float size_of() { return sizeof(decltype(vmap<Batch>(twice, batched_at<1>))); }
#endif
