// From an element type known when the program runs to a C++ type.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tlaloc/dtype.h>

#include "base/check.h"

namespace tlaloc::front {

/// f(T()) for the C++ type T of `t`.
template <class F>
decltype(auto) with_type(DType t, F f) {
  switch (t) {
    case DType::b1:
      return f(bool());
    case DType::i8:
      return f(std::int8_t());
    case DType::i16:
      return f(std::int16_t());
    case DType::i32:
      return f(std::int32_t());
    case DType::i64:
      return f(std::int64_t());
    case DType::u8:
      return f(std::uint8_t());
    case DType::u16:
      return f(std::uint16_t());
    case DType::u32:
      return f(std::uint32_t());
    case DType::u64:
      return f(std::uint64_t());
    case DType::bf16:
      return f(bfloat16());
    case DType::f32:
      return f(float());
    case DType::f64:
      return f(double());
  }
  base::bug("unknown element type", __FILE__, __LINE__);
}

template <class T>
double as_double(T v) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return static_cast<double>(static_cast<float>(v));
  else
    return static_cast<double>(v);
}
template <class T>
T from_double(double v) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return T(static_cast<float>(v));
  else
    return static_cast<T>(v);
}

}  // namespace tlaloc::front
