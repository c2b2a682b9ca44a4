// The integer, bool and cast kernels of the block interpreter.
#include "kernel/interpret_kernels.h"

namespace tlaloc::kernel {

using namespace interpreted;

ElementKernel i32_kernel(ElementOp op) { return integer_kernel<std::int32_t>(op); }
ElementKernel i64_kernel(ElementOp op) { return integer_kernel<std::int64_t>(op); }

ElementKernel b1_kernel(ElementOp op) {
  switch (op) {
    TLALOC_UNARY(logical_not, bool, !a)
    TLALOC_BINARY(bit_and, bool, bool, a& b)
    TLALOC_BINARY(bit_or, bool, bool, a | b)
    TLALOC_BINARY(bit_xor, bool, bool, a ^ b)
    default:
      return common_kernel<bool>(op);
  }
}

namespace {

/// The type a lane computes with.
template <class T>
using Computed = typename detail::LaneElement<T>::type;

template <class From, class To>
ElementKernel one_cast() {
  return unary<From, To>([](const auto& a, auto& y)
                             TLALOC_LANE_BODY { y = cast<Computed<To>>(a); });
}
template <class From>
ElementKernel cast_from(DType to) {
  switch (to) {
    case DType::f32:
      return one_cast<From, float>();
    case DType::f64:
      return one_cast<From, double>();
    case DType::i32:
      return one_cast<From, std::int32_t>();
    case DType::i64:
      return one_cast<From, std::int64_t>();
    case DType::b1:
      return one_cast<From, bool>();
    case DType::bf16:
      return one_cast<From, bfloat16>();
    default:
      return nullptr;
  }
}

}  // namespace

ElementKernel cast_kernel(DType from, DType to) {
  switch (from) {
    case DType::f32:
      return cast_from<float>(to);
    case DType::f64:
      return cast_from<double>(to);
    case DType::i32:
      return cast_from<std::int32_t>(to);
    case DType::i64:
      return cast_from<std::int64_t>(to);
    case DType::b1:
      return cast_from<bool>(to);
    case DType::bf16:
      return cast_from<bfloat16>(to);
    default:
      return nullptr;
  }
}

}  // namespace tlaloc::kernel
