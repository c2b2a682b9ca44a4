// What generated code may use: the public functions, and checks of sizes and indices. A printed
// derivative includes this alone, and compiles by itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/detail/storage.h>
#include <tlaloc/error.h>
#include <tlaloc/make.h>
#include <tlaloc/ops.h>
#include <tlaloc/scalar.h>
#include <tlaloc/tensor.h>

/// Before a loop no turn of which reads what another writes: g++ need not check that.
#if defined(__clang__)
#define TLALOC_TURNS_APART
#else
#define TLALOC_TURNS_APART _Pragma("GCC ivdep")
#endif

namespace tlaloc::generated {

/// A check of the user's that did not hold; what a derivative throws that is called by itself.
class CheckFailed : public Error {
 public:
  using Error::Error;
};

/// Throws Error: "where: error: op: what: got 3, expected 4 [id]".
[[noreturn, gnu::cold]] void throw_size_differs(std::int64_t got, std::int64_t expected,
                                                const char* op, const char* what, const char* id,
                                                const char* where);

/// Refuses a size that is not what the program was built for; `where` is the user's expression that
/// needs it.
inline void check_size(std::int64_t got, std::int64_t expected, const char* op, const char* what,
                       const char* id, const char* where = "") {
  if (got != expected) [[unlikely]]
    throw_size_differs(got, expected, op, what, id, where);
}

/// Throws Error: "where: error: op: what: got 3 and 4 [id]".
[[noreturn, gnu::cold]] void throw_sizes_do_not_meet(std::int64_t left, std::int64_t right,
                                                     const char* op, const char* what,
                                                     const char* id, const char* where);

/// The size of two axes together under broadcasting: they are equal, or one of them is 1.
inline std::int64_t common_size(std::int64_t left, std::int64_t right, const char* op,
                                const char* what, const char* id, const char* where = "") {
  if (left == right || right == 1) return left;
  if (left != 1) [[unlikely]]
    throw_sizes_do_not_meet(left, right, op, what, id, where);
  return right;
}

/// Throws CheckFailed: "where: error: check: what".
[[noreturn, gnu::cold]] void throw_check_failed(const char* what, const char* where);

/// The user's own throw or assert: where it fails, the caller of the derivative calls the user's
/// function with the same arguments, so that the user's own exception is what arrives.
inline void check(bool holds, const char* what, const char* where) {
  if (!holds) [[unlikely]]
    throw_check_failed(what, where);
}

/// What an optional holds; a zero where it holds nothing.
template <class T>
T held(const std::optional<T>& x) {
  return x ? *x : T{};
}
template <class T>
std::optional<T> maybe(bool has, const std::type_identity_t<T>& x) {
  return has ? std::optional<T>(x) : std::nullopt;
}

/// An integer that becomes an enumerator; who takes it says of which enum.
template <class I>
struct Enumerator {
  I number;
  template <class E>
    requires std::is_enum_v<E>
  constexpr operator E() const {
    return static_cast<E>(number);
  }
};
template <class I>
constexpr Enumerator<I> enumerator(I number) {
  return {number};
}

/// One member of all rows of a list.
template <class Rows, class F>
auto column(const Rows& rows, F f) {
  using T = std::remove_cvref_t<decltype(f(rows[0]))>;
  std::vector<std::conditional_t<std::is_same_v<T, bool>, char, T>> out;
  out.reserve(rows.size());
  for (const auto& row : rows) out.push_back(f(row));
  return out;
}

/// A list of `n` rows, each made from its number by f<Row>(number); who takes it says of which
/// type.
template <class F>
struct Rows {
  std::size_t n;
  F f;
  template <class Row>
  operator std::vector<Row>() const {
    std::vector<Row> out;
    out.reserve(n);
    for (std::size_t i = 0; i < n; ++i) out.push_back(f.template operator()<Row>(i));
    return out;
  }
};
template <class F>
Rows<F> rows(std::size_t n, F f) {
  return {n, f};
}

[[noreturn, gnu::cold]] void throw_negative_size(std::int64_t n, const char* where);

/// `n`, if it can be a size; throws Error, which names the place, if it is negative.
inline std::int64_t size(std::int64_t n, const char* where = "") {
  if (n < 0) [[unlikely]]
    throw_negative_size(n, where);
  return n;
}

/// `i`, if it is in an axis of this size; else throws Error, which names the place.
inline std::int64_t index(std::int64_t i, std::int64_t size, const char* where = "",
                          std::size_t axis = 0) {
  if (static_cast<std::uint64_t>(i) >= static_cast<std::uint64_t>(size)) [[unlikely]]
    detail::throw_index("index", axis, i, size, where);
  return i;
}

[[noreturn, gnu::cold]] void throw_row(std::int64_t first, std::int64_t size, const char* where);

/// The elements of a buffer that a loop of so many turns goes through, from `first` on: checked
/// here once instead of in every turn. Throws Error, which names the place, where one is not in the
/// buffer.
template <class Buffer>
auto row(Buffer& x, std::int64_t first, std::int64_t turns, const char* where = "") {
  const std::int64_t size = static_cast<std::int64_t>(x.size());
  if (turns <= 0) return std::span(x.data(), std::size_t{0});
  if (first < 0 || first >= size || turns > size - first) [[unlikely]]
    throw_row(first, size, where);
  return std::span(x.data() + first, static_cast<std::size_t>(turns));
}

/// n elements for what a program keeps from one loop to another: written before they are read, so
/// nobody clears them, and from the library's pool, so nobody pays for new pages.
template <class T>
class Room {
 public:
  Room() = default;
  explicit Room(std::int64_t n)
      : storage_(detail::bytes_of(dtype_of<T>, &n, 1)),
        data_(static_cast<T*>(storage_.data())),
        size_(static_cast<std::size_t>(n)) {}
  Room(Room&&) = default;
  Room& operator=(Room&&) = default;

  T& operator[](std::int64_t i) { return data_[i]; }
  const T& operator[](std::int64_t i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  detail::Storage storage_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tlaloc::generated
