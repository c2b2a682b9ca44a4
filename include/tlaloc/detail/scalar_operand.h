// A scalar that stands beside a tensor: which types may, and what becomes of them.
#pragma once

#include <concepts>
#include <type_traits>

#include <tlaloc/dtype.h>

namespace tlaloc {

/// A scalar beside a Tensor<T>: a T, any integer, or a *constant* of another floating type, so that
/// `0.5 * a` compiles for float tensors and a run-time double does not: float and double never mix.
template <class T>
struct Scalar {
  T value;
  constexpr Scalar(T v) : value(v) {}  // NOLINT: meant to convert
  template <std::integral I>
    requires(!std::is_same_v<I, T>)
  constexpr Scalar(I v) : value(from(v)) {}  // NOLINT
  template <std::floating_point D>
    requires(!std::is_same_v<D, T> && !std::integral<T>)
  consteval Scalar(D v) : value(from(v)) {}  // NOLINT

 private:
  template <class V>
  static constexpr T from(V v) {
    if constexpr (std::is_same_v<T, bfloat16>)
      return T(static_cast<float>(v));
    else
      return static_cast<T>(v);
  }
};

}  // namespace tlaloc
