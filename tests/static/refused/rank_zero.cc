// A tensor without axes is a plain scalar.
// expect: sizeof...(A) > 0
#include <tlaloc/tensor.h>
#ifdef CONTROL
tlaloc::Tensor<float, tlaloc::Any> x;
#else
tlaloc::Tensor<float> x;
#endif
