// Element types of tensors. Vocabulary: standard library only, usable from src/ir up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tlaloc {

/// The element type of a tensor or scalar.
enum class DType : std::uint8_t { b1, i8, i16, i32, i64, u8, u16, u32, u64, bf16, f32, f64 };

inline constexpr std::array kAllDTypes = {DType::b1,  DType::i8,   DType::i16, DType::i32,
                                          DType::i64, DType::u8,   DType::u16, DType::u32,
                                          DType::u64, DType::bf16, DType::f32, DType::f64};

/// Brain floating point: the upper half of an f32. Storage only; arithmetic happens in f32.
struct bfloat16 {
  std::uint16_t bits = 0;
  constexpr bfloat16() = default;
  /// Rounds to nearest, ties to even; NaN stays NaN.
  explicit constexpr bfloat16(float v) {
    const auto u = __builtin_bit_cast(std::uint32_t, v);
    bits = (u & 0x7fffffffu) > 0x7f800000u ? std::uint16_t((u >> 16) | 0x40)
                                           : std::uint16_t((u + 0x7fff + ((u >> 16) & 1)) >> 16);
  }
  explicit constexpr operator float() const {
    return __builtin_bit_cast(float, std::uint32_t(bits) << 16);
  }
  bool operator==(const bfloat16&) const = default;
};

/// Bytes an element takes.
constexpr std::size_t size_of(DType t) {
  switch (t) {
    case DType::b1:
    case DType::i8:
    case DType::u8:
      return 1;
    case DType::i16:
    case DType::u16:
    case DType::bf16:
      return 2;
    case DType::i32:
    case DType::u32:
    case DType::f32:
      return 4;
    case DType::i64:
    case DType::u64:
    case DType::f64:
      return 8;
  }
  return 0;
}

constexpr bool is_floating(DType t) { return t >= DType::bf16; }
constexpr bool is_signed_integer(DType t) { return t >= DType::i8 && t <= DType::i64; }
constexpr bool is_unsigned_integer(DType t) { return t >= DType::u8 && t <= DType::u64; }
constexpr bool is_integer(DType t) { return is_signed_integer(t) || is_unsigned_integer(t); }

/// "f32", "i64", "b1": the name in messages, in program text and in docs.
constexpr std::string_view name_of(DType t) {
  constexpr std::string_view names[] = {"b1",  "i8",  "i16", "i32",  "i64", "u8",
                                        "u16", "u32", "u64", "bf16", "f32", "f64"};
  return names[static_cast<std::size_t>(t)];
}

/// The inverse of name_of.
constexpr std::optional<DType> dtype_named(std::string_view name) {
  for (DType t : kAllDTypes)
    if (name_of(t) == name) return t;
  return std::nullopt;
}

/// How C++ spells it: "float", "std::int64_t".
constexpr std::string_view cpp_name_of(DType t) {
  constexpr std::string_view names[] = {
      "bool",          "std::int8_t",      "std::int16_t",  "std::int32_t",
      "std::int64_t",  "std::uint8_t",     "std::uint16_t", "std::uint32_t",
      "std::uint64_t", "tlaloc::bfloat16", "float",         "double"};
  return names[static_cast<std::size_t>(t)];
}

/// The DType of a C++ type; integers map by width and sign, so `long` and `long long` are both i64.
template <class T>
constexpr std::optional<DType> dtype_if() {
  if constexpr (std::is_same_v<T, bool>)
    return DType::b1;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return DType::bf16;
  else if constexpr (std::is_same_v<T, float>)
    return DType::f32;
  else if constexpr (std::is_same_v<T, double>)
    return DType::f64;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 1   ? DType::i8
           : sizeof(T) == 2 ? DType::i16
           : sizeof(T) == 4 ? DType::i32
                            : DType::i64;
  else if constexpr (std::is_integral_v<T>)
    return sizeof(T) == 1   ? DType::u8
           : sizeof(T) == 2 ? DType::u16
           : sizeof(T) == 4 ? DType::u32
                            : DType::u64;
  else
    return std::nullopt;
}

template <class T>
concept Element = dtype_if<T>().has_value();

template <Element T>
inline constexpr DType dtype_of = *dtype_if<T>();

}  // namespace tlaloc
