// Random numbers as a function of a key: no state, the same key gives the same bits on every
// machine and thread count. The generator and the ways from bits to numbers are those of JAX's
// threefry2x32 with the classic ("not partitionable") counters, bit for bit.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include <tlaloc/differentiable.h>
#include <tlaloc/make.h>
#include <tlaloc/tensor.h>

namespace tlaloc {

/// What a stream of random numbers is made from. Use a key once; split it for more.
struct Key {
  std::uint32_t high = 0, low = 0;
  constexpr Key() = default;
  constexpr explicit Key(std::uint64_t seed)
      : high(static_cast<std::uint32_t>(seed >> 32)), low(static_cast<std::uint32_t>(seed)) {}
  bool operator==(const Key&) const = default;
};

template <>
struct IsDifferentiable<Key> : std::false_type {};

namespace detail {
void split_key(const tlaloc::Key& key, tlaloc::Key* keys, std::size_t n);
void fill_uniform(const tlaloc::Key& key, float* to, std::int64_t n, float low, float high);
void fill_uniform(const tlaloc::Key& key, double* to, std::int64_t n, double low, double high);
void fill_normal(const tlaloc::Key& key, float* to, std::int64_t n);
void fill_normal(const tlaloc::Key& key, double* to, std::int64_t n);
void fill_bits(const tlaloc::Key& key, std::uint32_t* to, std::int64_t n);

template <class X>
X filled_uniform(const tlaloc::Key& key, X x, typename X::value_type low,
                 typename X::value_type high) {
  const auto e = x.mutable_span();
  fill_uniform(key, e.data(), static_cast<std::int64_t>(e.size()), low, high);
  return x;
}
template <class X>
X filled_normal(const tlaloc::Key& key, X x) {
  const auto e = x.mutable_span();
  fill_normal(key, e.data(), static_cast<std::int64_t>(e.size()));
  return x;
}
}  // namespace detail

/// N independent keys.
///
///   const auto [a, b] = split(key);
template <std::size_t N = 2>
std::array<Key, N> split(const Key& key) {
  std::array<Key, N> keys;
  detail::split_key(key, keys.data(), N);
  return keys;
}

/// Numbers from [0, 1), every one that T can hold at equal distances.  uniform<float>(key, 2, 3)
template <class T, std::integral... S>
  requires std::floating_point<detail::element_of_made<T>> && (detail::sizes_fit<T, sizeof...(S)>)
auto uniform(const Key& key, S... sizes) {
  return detail::filled_uniform(key, detail::made<T>("uniform", sizes...), 0, 1);
}
template <class T, std::size_t N>
  requires std::floating_point<detail::element_of_made<T>> && (detail::sizes_fit<T, N>)
auto uniform(const Key& key, const std::int64_t (&sizes)[N]) {
  return detail::filled_uniform(key, detail::made<T>("uniform", sizes), 0, 1);
}
/// Numbers from [low, high).
template <class T, std::size_t N>
  requires std::floating_point<detail::element_of_made<T>> && (detail::sizes_fit<T, N>)
auto uniform(const Key& key, const std::int64_t (&sizes)[N], Scalar<detail::element_of_made<T>> low,
             Scalar<detail::element_of_made<T>> high) {
  return detail::filled_uniform(key, detail::made<T>("uniform", sizes), low.value, high.value);
}

/// Numbers from the normal distribution of mean 0 and variance 1.  normal<float>(key, 784, 128)
template <class T, std::integral... S>
  requires std::floating_point<detail::element_of_made<T>> && (detail::sizes_fit<T, sizeof...(S)>)
auto normal(const Key& key, S... sizes) {
  return detail::filled_normal(key, detail::made<T>("normal", sizes...));
}
template <class T, std::size_t N>
  requires std::floating_point<detail::element_of_made<T>> && (detail::sizes_fit<T, N>)
auto normal(const Key& key, const std::int64_t (&sizes)[N]) {
  return detail::filled_normal(key, detail::made<T>("normal", sizes));
}

}  // namespace tlaloc
