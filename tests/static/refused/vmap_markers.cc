// One marker an argument.
// expect: tlaloc: vmap: one marker is needed for each argument, or none at all
#include <tlaloc/vmap.h>
using namespace tlaloc;
using Batch = Axis<"batch">;
float sum_of(float x, float y) { return x + y; }
#ifdef CONTROL
using Vmapped = decltype(vmap<Batch>(sum_of, batched, shared));
#else
using Vmapped = decltype(vmap<Batch>(sum_of, batched));
#endif
Vmapped* keep;
float size_of() { return sizeof(Vmapped); }
