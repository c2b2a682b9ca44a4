// From a dtype known at run time to a C++ type: what references and kernels are written with.
//
// `Computed<T>` is the type that arithmetic on T happens in: float for bfloat16, T otherwise.
#pragma once

#include <type_traits>

#include "base/check.h"
#include "pen/host_call.h"

namespace tlaloc::pen {

template <class T>
using Computed = std::conditional_t<std::is_same_v<T, bfloat16>, float, T>;

template <class T>
Computed<T> load(const T& at) {
  return static_cast<Computed<T>>(at);
}
template <class T>
void store(T& at, Computed<T> v) {
  at = static_cast<T>(v);
}

/// Which dtypes a loop is instantiated for.
enum class Dtypes { floating, integers, numbers, all };

/// Calls f(std::type_identity<T>{}) with the C++ type of `t`, which is one of `Which`.
template <Dtypes Which, class F>
void with_dtype(DType t, F&& f) {
  constexpr bool kFloating = Which != Dtypes::integers;
  constexpr bool kIntegers = Which != Dtypes::floating;
  if constexpr (kFloating) {
    switch (t) {
      case DType::bf16:
        return f(std::type_identity<bfloat16>{});
      case DType::f32:
        return f(std::type_identity<float>{});
      case DType::f64:
        return f(std::type_identity<double>{});
      default:
        break;
    }
  }
  if constexpr (kIntegers) {
    switch (t) {
      case DType::i8:
        return f(std::type_identity<std::int8_t>{});
      case DType::i16:
        return f(std::type_identity<std::int16_t>{});
      case DType::i32:
        return f(std::type_identity<std::int32_t>{});
      case DType::i64:
        return f(std::type_identity<std::int64_t>{});
      case DType::u8:
        return f(std::type_identity<std::uint8_t>{});
      case DType::u16:
        return f(std::type_identity<std::uint16_t>{});
      case DType::u32:
        return f(std::type_identity<std::uint32_t>{});
      case DType::u64:
        return f(std::type_identity<std::uint64_t>{});
      default:
        break;
    }
  }
  if constexpr (Which == Dtypes::all) {
    if (t == DType::b1) return f(std::type_identity<bool>{});
  }
  TLALOC_CHECK(false, "a dtype that the op's type rule refuses reached its loop");
}

/// y[i] = F(x0[i]); x and y have one dtype.
template <Dtypes Which, auto F>
void each1(HostCall& c) {
  with_dtype<Which>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    T* y = c.y[0].as<T>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i) store(y[i], F(load(x[i])));
  });
}

/// y[i] = F(x0[i], x1[i]); all have one dtype.
template <Dtypes Which, auto F>
void each2(HostCall& c) {
  with_dtype<Which>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *a = c.x[0].as<T>(), *b = c.x[1].as<T>();
    T* y = c.y[0].as<T>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i) store(y[i], F(load(a[i]), load(b[i])));
  });
}

/// y[i] = F(x0[i], x1[i]), a bool; the operands have one dtype.
template <Dtypes Which, auto F>
void each_compared(HostCall& c) {
  with_dtype<Which>(c.x[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *a = c.x[0].as<T>(), *b = c.x[1].as<T>();
    bool* y = c.y[0].as<bool>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i) y[i] = F(load(a[i]), load(b[i]));
  });
}

}  // namespace tlaloc::pen
