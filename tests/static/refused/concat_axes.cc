// Other axes than the joined one differ.
// expect: deleted
// expect: axes_differ
// expect: Dim<3
// expect: Dim<4
#include <tlaloc/ops.h>
using namespace tlaloc;
Tensor<float, Any, Dim<3>> x;
Tensor<float, Any, Dim<4>> y;
#ifdef CONTROL
auto z = concat<1>(x, y);
#else
auto z = concat<0>(x, y);
#endif
