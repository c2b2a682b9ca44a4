// A tensor does not change the name of an axis by being passed on.
// expect: Tensor
#include <tlaloc/tensor.h>
using namespace tlaloc;
Tensor<float, Axis<"batch">> x;
#ifdef CONTROL
Vector<float> y = x;
#else
Tensor<float, Axis<"feature">> y = x;
#endif
