// No span of a temporary: it would outlive what it looks at.
// expect: span() const
#include <tlaloc/make.h>
#ifdef CONTROL
const auto x = tlaloc::zeros<float>(3);
auto s = x.span();
#else
auto s = tlaloc::zeros<float>(3).span();
#endif
