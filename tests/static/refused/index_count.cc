// As many indices as axes.
// expect: x(0)
#include <tlaloc/tensor.h>
using namespace tlaloc;
Matrix<float> x;
#ifdef CONTROL
float y = x(0, 1);
#else
float y = x(0);
#endif
