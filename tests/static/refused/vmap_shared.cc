// Something must be batched.
// expect: tlaloc: vmap: at least one argument must be batched
#include <tlaloc/vmap.h>
using namespace tlaloc;
using Batch = Axis<"batch">;
float twice(float x) { return 2 * x; }
#ifdef CONTROL
float size_of() { return sizeof(decltype(vmap<Batch>(twice, batched))); }
#else
float size_of() { return sizeof(decltype(vmap<Batch>(twice, shared))); }
#endif
