// A rule that takes the cotangent of a double as a float.
// expect: custom_vjp: the rule is not
// expect: with the function's own types
#include <tlaloc/custom.h>
using namespace tlaloc;
#ifdef CONTROL
inline auto f = custom_vjp([](double x) { return x * x; },
                    [](double x, const double& dy) { return 2 * x * dy; });
inline auto g = custom_vjp([](double x) { return x * x; },
                    [](auto x, auto dy) { return 2 * x * dy; });
#else
inline auto f = custom_vjp([](double x) { return x * x; },
                    [](double x, float dy) { return 2 * x * dy; });
#endif
int main() {}
