// A rule that gives one derivative for a function of two arguments.
// expect: custom_vjp: the rule is not
// expect: one cotangent for each differentiable argument
#include <tlaloc/custom.h>

#include <tuple>
using namespace tlaloc;
#ifdef CONTROL
inline auto f = custom_vjp([](double x, double y) { return x * y; },
                    [](double x, double y, double dy) { return std::tuple(y * dy, x * dy); });
#else
inline auto f = custom_vjp([](double x, double y) { return x * y; },
                    [](double, double y, double dy) { return y * dy; });
#endif
int main() {}
