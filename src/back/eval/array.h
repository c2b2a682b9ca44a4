// A host value: element type, sizes, dense row-major bytes. What the oracle computes with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <tlaloc/dtype.h>

namespace tlaloc::back {

struct Array {
  DType dtype = DType::f32;
  std::vector<std::int64_t> sizes;
  std::vector<std::byte> bytes;

  /// Zero bytes of this type and shape.
  static Array zeros(DType dtype, std::vector<std::int64_t> sizes);
  template <Element T>
  static Array scalar(T v) {
    return of<T>({v}, {});
  }
  /// Elements in row-major order; their number is the product of `sizes`.
  template <Element T>
  static Array of(std::initializer_list<T> v, std::vector<std::int64_t> sizes) {
    return of(std::span<const T>(v.begin(), v.size()), std::move(sizes));
  }
  template <Element T>
  static Array of(std::span<const T> v, std::vector<std::int64_t> sizes) {
    Array a = zeros(dtype_of<T>, std::move(sizes));
    if (!v.empty()) std::memcpy(a.bytes.data(), v.data(), a.bytes.size());
    return a;
  }
  /// A vector: rank 1.
  template <Element T>
  static Array vector(std::initializer_list<T> v) {
    return of<T>(v, {static_cast<std::int64_t>(v.size())});
  }
  /// Any dtype from doubles that it can hold, each converted as C++ converts; b1 is v != 0.
  static Array from_numbers(DType dtype, std::span<const double> v,
                            std::vector<std::int64_t> sizes);

  std::int64_t count() const;
  template <Element T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  template <Element T>
  std::span<T> as_mutable() {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// Element i as a double, whatever the dtype.
  double number(std::int64_t i = 0) const;
  std::vector<double> numbers() const;
  /// Element i of an integer or boolean array.
  std::int64_t integer(std::int64_t i = 0) const;

  bool operator==(const Array&) const = default;  ///< same bits
};

/// "f64[2] [1, 2.5]": for messages of tests.
std::string text(const Array& a);

}  // namespace tlaloc::back
