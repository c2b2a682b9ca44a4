// An axis stands twice in a permutation.
// expect: deleted
// expect: axis_named_twice
#include <tlaloc/ops.h>
using namespace tlaloc;
Matrix<float> x;
#ifdef CONTROL
auto y = transpose<1, 0>(x);
#else
auto y = transpose<1, 1>(x);
#endif
