// The kernels that interpret.cc calls, by op and dtype; each file fills its part of the table.
#pragma once

#include <tlaloc/map.h>

#include "kernel/interpret.h"

namespace tlaloc::kernel {

/// n elements of y from those of a, b, c (null where the op has none).
using ElementKernel = void (*)(std::size_t n, const void* a, const void* b, const void* c, void* y);

/// Null where the op does not exist for the dtype.
ElementKernel f32_kernel(ElementOp op);
ElementKernel f64_kernel(ElementOp op);
ElementKernel i32_kernel(ElementOp op);
ElementKernel i64_kernel(ElementOp op);
ElementKernel b1_kernel(ElementOp op);
ElementKernel cast_kernel(DType from, DType to);

namespace interpreted {

using detail::In;
using detail::Out;

template <class A, class Y, class F>
ElementKernel unary(const F&) {
  return [](std::size_t n, const void* a, const void*, const void*, void* y) {
    detail::map_buffers_here(F(), {1, n}, In<A>{static_cast<const A*>(a)},
                             Out<Y>{static_cast<Y*>(y)});
  };
}
template <class A, class Y, class F>
ElementKernel binary(const F&) {
  return [](std::size_t n, const void* a, const void* b, const void*, void* y) {
    detail::map_buffers_here(F(), {1, n}, In<A>{static_cast<const A*>(a)},
                             In<A>{static_cast<const A*>(b)}, Out<Y>{static_cast<Y*>(y)});
  };
}
template <class A, class B, class F>
ElementKernel ternary(const F&) {
  return [](std::size_t n, const void* a, const void* b, const void* c, void* y) {
    detail::map_buffers_here(F(), {1, n}, In<A>{static_cast<const A*>(a)},
                             In<B>{static_cast<const B*>(b)}, In<B>{static_cast<const B*>(c)},
                             Out<B>{static_cast<B*>(y)});
  };
}

#define TLALOC_UNARY(name, T, expression) \
  case ElementOp::name:                   \
    return unary<T, T>([](const auto& a, auto& y) TLALOC_LANE_BODY { y = expression; });
#define TLALOC_BINARY(name, T, Y, expression)                     \
  case ElementOp::name:                                           \
    return binary<T, Y>([](const auto& a, const auto& b, auto& y) \
                            TLALOC_LANE_BODY { y = expression; });

/// What every dtype has.
template <class T>
ElementKernel common_kernel(ElementOp op) {
  switch (op) {
    TLALOC_UNARY(copy, T, a)
    TLALOC_BINARY(equal, T, bool, a == b)
    TLALOC_BINARY(not_equal, T, bool, a != b)
    case ElementOp::select:
      return ternary<bool, T>([](const auto& a, const auto& b, const auto& c, auto& y)
                                  TLALOC_LANE_BODY { y = where(a, b, c); });
    default:
      return nullptr;
  }
}

/// What numbers have.
template <class T>
ElementKernel number_kernel(ElementOp op) {
  switch (op) {
    TLALOC_UNARY(negate, T, -a)
    TLALOC_UNARY(abs, T, abs(a))
    TLALOC_UNARY(sign, T, sign(a))
    TLALOC_BINARY(add, T, T, a + b)
    TLALOC_BINARY(subtract, T, T, a - b)
    TLALOC_BINARY(multiply, T, T, a * b)
    TLALOC_BINARY(divide, T, T, a / b)
    TLALOC_BINARY(max, T, T, max(a, b))
    TLALOC_BINARY(min, T, T, min(a, b))
    TLALOC_BINARY(less, T, bool, a < b)
    TLALOC_BINARY(less_equal, T, bool, a <= b)
    TLALOC_BINARY(greater, T, bool, a > b)
    TLALOC_BINARY(greater_equal, T, bool, a >= b)
    default:
      return common_kernel<T>(op);
  }
}

template <class T>
ElementKernel floating_kernel(ElementOp op) {
  switch (op) {
    TLALOC_UNARY(exp, T, exp(a))
    TLALOC_UNARY(expm1, T, expm1(a))
    TLALOC_UNARY(log, T, log(a))
    TLALOC_UNARY(log1p, T, log1p(a))
    TLALOC_UNARY(tanh, T, tanh(a))
    TLALOC_UNARY(sigmoid, T, sigmoid(a))
    TLALOC_UNARY(sqrt, T, sqrt(a))
    TLALOC_UNARY(sin, T, sin(a))
    TLALOC_UNARY(cos, T, cos(a))
    TLALOC_UNARY(relu, T, relu(a))
    TLALOC_UNARY(floor, T, floor(a))
    TLALOC_UNARY(ceil, T, ceil(a))
    TLALOC_UNARY(trunc, T, trunc(a))
    TLALOC_UNARY(round_even, T, round_even(a))
    TLALOC_BINARY(power, T, T, pow(a, b))
    TLALOC_BINARY(copysign, T, T, copysign(a, b))
    case ElementOp::fma:
      return ternary<T, T>([](const auto& a, const auto& b, const auto& c, auto& y)
                               TLALOC_LANE_BODY { y = fma(a, b, c); });
    default:
      return number_kernel<T>(op);
  }
}

template <class T>
ElementKernel integer_kernel(ElementOp op) {
  switch (op) {
    TLALOC_BINARY(remainder, T, T, a % b)
    TLALOC_BINARY(bit_and, T, T, a & b)
    TLALOC_BINARY(bit_or, T, T, a | b)
    TLALOC_BINARY(bit_xor, T, T, a ^ b)
    TLALOC_BINARY(shift_left, T, T, a << b)
    TLALOC_BINARY(shift_right, T, T, a >> b)
    default:
      return number_kernel<T>(op);
  }
}

}  // namespace interpreted
}  // namespace tlaloc::kernel
