// The functions of lane_math.h on one float or double. Compiled without contraction, so that their
// bits are the lanes'.
#include <tlaloc/lane.h>

namespace tlaloc::detail::lanes {

#define TLALOC_SCALAR_UNARY(name, call)         \
  float name(float x) noexcept { return call; } \
  double name(double x) noexcept { return call; }

TLALOC_SCALAR_UNARY(exp, algo::exp(x, decltype(x)(0)))
TLALOC_SCALAR_UNARY(expm1, algo::expm1(x))
TLALOC_SCALAR_UNARY(log, algo::log(x))
TLALOC_SCALAR_UNARY(log1p, algo::log1p(x))
TLALOC_SCALAR_UNARY(tanh, algo::tanh(x))
TLALOC_SCALAR_UNARY(sigmoid, algo::sigmoid(x))
TLALOC_SCALAR_UNARY(sin, algo::sin(x))
TLALOC_SCALAR_UNARY(cos, algo::cos(x))
TLALOC_SCALAR_UNARY(floor, algo::floor(x))
TLALOC_SCALAR_UNARY(ceil, algo::ceil(x))
TLALOC_SCALAR_UNARY(trunc, algo::trunc(x))
TLALOC_SCALAR_UNARY(round_even, algo::round_even(x))
TLALOC_SCALAR_UNARY(relu, x <= 0 ? 0 : x)
TLALOC_SCALAR_UNARY(abs, algo::abs(x))
TLALOC_SCALAR_UNARY(sign, x > 0 ? 1 : x < 0 ? -1 : x)

#define TLALOC_SCALAR_BINARY(name, call)                 \
  float name(float a, float b) noexcept { return call; } \
  double name(double a, double b) noexcept { return call; }

TLALOC_SCALAR_BINARY(max, algo::max(a, b))
TLALOC_SCALAR_BINARY(min, algo::min(a, b))
TLALOC_SCALAR_BINARY(copysign, algo::copysign(a, b))

float pow(float x, float y) noexcept { return float(algo::pow_from_float(double(x), double(y))); }
double pow(double x, double y) noexcept { return algo::pow_double(x, y); }

}  // namespace tlaloc::detail::lanes
