#include "back/eval/array.h"

#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"

namespace tlaloc::back {
namespace {

// Calls visit(T*) with the element type that `t` names.
template <class Visit>
auto with_type(DType t, Visit visit) {
  switch (t) {
    case DType::b1:
      return visit(static_cast<bool*>(nullptr));
    case DType::i8:
      return visit(static_cast<std::int8_t*>(nullptr));
    case DType::i16:
      return visit(static_cast<std::int16_t*>(nullptr));
    case DType::i32:
      return visit(static_cast<std::int32_t*>(nullptr));
    case DType::i64:
      return visit(static_cast<std::int64_t*>(nullptr));
    case DType::u8:
      return visit(static_cast<std::uint8_t*>(nullptr));
    case DType::u16:
      return visit(static_cast<std::uint16_t*>(nullptr));
    case DType::u32:
      return visit(static_cast<std::uint32_t*>(nullptr));
    case DType::u64:
      return visit(static_cast<std::uint64_t*>(nullptr));
    case DType::bf16:
      return visit(static_cast<bfloat16*>(nullptr));
    case DType::f32:
      return visit(static_cast<float*>(nullptr));
    case DType::f64:
      return visit(static_cast<double*>(nullptr));
  }
  base::bug("an unknown dtype", __FILE__, __LINE__);
}

template <class T>
T read(const Array& a, std::int64_t i) {
  T v;
  std::memcpy(&v, a.bytes.data() + i * sizeof(T), sizeof(T));
  return v;
}

}  // namespace

Array Array::zeros(DType dtype, std::vector<std::int64_t> sizes) {
  Array a{dtype, std::move(sizes), {}};
  a.bytes.resize(a.count() * size_of(dtype));
  return a;
}

Array Array::from_numbers(DType dtype, std::span<const double> v, std::vector<std::int64_t> sizes) {
  Array a = zeros(dtype, std::move(sizes));
  TLALOC_CHECK(static_cast<std::int64_t>(v.size()) == a.count(), "as many numbers as elements");
  with_type(dtype, [&]<class T>(T*) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      T e;
      if constexpr (std::is_same_v<T, bool>)
        e = v[i] != 0;
      else if constexpr (std::is_same_v<T, bfloat16>)
        e = bfloat16(static_cast<float>(v[i]));
      else
        e = static_cast<T>(v[i]);
      std::memcpy(a.bytes.data() + i * sizeof(T), &e, sizeof(T));
    }
  });
  return a;
}

std::int64_t Array::count() const {
  std::int64_t n = 1;
  for (std::int64_t s : sizes) n *= s;
  return n;
}

double Array::number(std::int64_t i) const {
  return with_type(dtype, [&]<class T>(T*) {
    if constexpr (std::is_same_v<T, bfloat16>)
      return double(float(read<T>(*this, i)));
    else
      return static_cast<double>(read<T>(*this, i));
  });
}

std::vector<double> Array::numbers() const {
  std::vector<double> out;
  for (std::int64_t i = 0; i < count(); ++i) out.push_back(number(i));
  return out;
}

std::int64_t Array::integer(std::int64_t i) const {
  TLALOC_CHECK(!is_floating(dtype), "an integer was expected");
  return with_type(dtype, [&]<class T>(T*) {
    if constexpr (std::is_same_v<T, bfloat16>)
      return std::int64_t(0);
    else
      return static_cast<std::int64_t>(read<T>(*this, i));
  });
}

std::string text(const Array& a) {
  return fmt::format("{}[{}] {}", name_of(a.dtype), fmt::join(a.sizes, ", "), a.numbers());
}

}  // namespace tlaloc::back
