// Tensor<T, Axes...>: dense row-major arrays of any rank above zero, as values.
//
// Copying is cheap: copies share storage until one is written. Nothing is aliased, so a function's
// inputs never change. Reads are x(i, j), checked; writes are x.set(v, i, j), or one
// x.mutable_span(). A tensor that was moved from, or made without arguments, is empty: all its
// sizes are 0. What a type says about an axis is checked where sizes come in, and by the C++ type
// system wherever two tensors meet (type_rules.h).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/axis.h>
#include <tlaloc/detail/scalar_operand.h>
#include <tlaloc/detail/storage.h>
#include <tlaloc/dtype.h>
#include <tlaloc/type_rules.h>

namespace tlaloc {

template <Element T, AxisType... A>
  requires(sizeof...(A) > 0)
class Tensor;
template <Element T>
class DynTensor;

/// A tensor of rank 1, of any size.
template <class T>
using Vector = Tensor<T, Any>;
/// A tensor of rank 2, of any sizes.
template <class T>
using Matrix = Tensor<T, Any, Any>;

namespace detail {

/// {1, 2}, {{1, 2}, {3, 4}}, ...: R braces deep.
template <class T, std::size_t R>
struct NestedList {
  using type = std::initializer_list<typename NestedList<T, R - 1>::type>;
};
template <class T>
struct NestedList<T, 0> {
  using type = std::conditional_t<std::is_same_v<T, bfloat16>, Scalar<T>, T>;
};

/// The way in for the rest of the library.
struct Access {
  template <class X>
  static auto& storage(X& x) {
    return x.storage_;
  }
  template <class X>
  static auto& sizes(X& x) {
    return x.sizes_;
  }
  /// A tensor over bytes that are already there.
  template <class X>
  static X make(const std::array<std::int64_t, X::rank>& sizes, Storage storage) {
    X x;
    x.sizes_ = sizes;
    x.storage_ = std::move(storage);
    return x;
  }
};

template <class Shape>
inline constexpr bool has_rules = false;
template <class... A>
inline constexpr bool has_rules<Axes<A...>> = (!axis_info<A>.extent.is_free() || ...);

/// Refuses sizes that the axes do not admit.
template <class... A>
void check_sizes(const char* op, const std::array<std::int64_t, sizeof...(A)>& sizes, Axes<A...>) {
  if constexpr (has_rules<Axes<A...>>) {
    std::size_t i = 0;
    ((axis_info<A>.extent.admits(sizes[i])
          ? void(++i)
          : throw_size(op, i, sizes[i], axis_info<A>.extent.size, axis_info<A>.extent.bound,
                       axis_info<A>.name.data(), axis_info<A>.name.size())),
     ...);
  }
}

/// Whether every axis of one type can be the axis of the other, as far as types tell.
template <class From, class To>
inline constexpr bool may_become = rules::Shape<rules::same<From, To>>;

}  // namespace detail

/// A dense array of T with one size an axis; see the head of this file.
///
///   Matrix<float> a = {{1, 2}, {3, 4}};
///   Tensor<float, Axis<"batch">, Dim<2>> b = a;   // checked: b.size(1) == 2
///   fmt::print("{} {}\n", a(1, 0), b.shape()[0]);  // 3 2
template <Element T, AxisType... A>
  requires(sizeof...(A) > 0)
class Tensor {
 public:
  using value_type = T;
  using axes = Axes<A...>;
  static constexpr std::size_t rank = sizeof...(A);
  static constexpr DType dtype = dtype_of<T>;

  /// Empty: every size is 0.
  Tensor() = default;
  Tensor(const Tensor&) = default;
  Tensor& operator=(const Tensor&) = default;
  Tensor(Tensor&& o) noexcept
      : sizes_(std::exchange(o.sizes_, {})), storage_(std::move(o.storage_)) {}
  Tensor& operator=(Tensor&& o) noexcept {
    sizes_ = std::exchange(o.sizes_, {});
    storage_ = std::move(o.storage_);
    return *this;
  }
  ~Tensor() = default;

  /// From braces, as deep as the rank. Throws Error if rows differ in length or a size is not the
  /// type's.
  Tensor(typename detail::NestedList<T, rank>::type values) {
    measure<0>(values);
    allocate("tensor");
    copy_list(values, writable());
  }

  /// From a tensor with the same element type whose axes agree: a name or a size that only one side
  /// has is gained (sizes are checked) or dropped. Shares storage.
  template <class... B>
    requires(sizeof...(B) == rank && !std::is_same_v<Axes<B...>, axes> &&
             detail::may_become<Axes<B...>, axes>)
  Tensor(Tensor<T, B...> o) {  // NOLINT: meant to convert
    detail::check_sizes("tensor", detail::Access::sizes(o), axes{});
    sizes_ = std::exchange(detail::Access::sizes(o), {});
    storage_ = std::move(detail::Access::storage(o));
  }

  // ---- sizes ----

  /// The sizes, first axis first.
  std::array<std::int64_t, rank> shape() const { return sizes_; }
  /// The size along axis `i`; -1 is the last. Throws Error if there is no such axis.
  std::int64_t size(int i) const {
    const std::size_t axis = rules::axis_number(i, rank);
    if (axis == rank) detail::throw_index("size", 0, i, rank);
    return sizes_[axis];
  }
  /// The number of elements.
  std::int64_t count() const {
    std::int64_t n = 1;
    for (std::int64_t s : sizes_) n *= s;
    return n;
  }
  bool empty() const { return count() == 0; }

  // ---- elements ----

  /// The element at these indices, by value. Throws Error if one is out of range.
  template <std::integral... I>
    requires(sizeof...(I) == rank)
  T operator()(I... i) const {
    return data()[offset("index", i...)];
  }
  /// Writes the element at these indices. Throws Error if one is out of range.
  template <std::integral... I>
    requires(sizeof...(I) == rank)
  void set(std::type_identity_t<Scalar<T>> v, I... i) {
    const std::int64_t at = offset("set", i...);
    storage_.unshare();
    writable()[at] = v.value;
  }

  /// All elements, the last axis fastest.
  std::span<const T> span() const& { return {data(), static_cast<std::size_t>(count())}; }
  std::span<const T> span() const&& = delete;
  /// All elements, for writing; copies them first if they are shared. Copies of the tensor made
  /// while the span is in use see what is written: let go of the span first.
  std::span<T> mutable_span() & {
    storage_.unshare();
    return {writable(), static_cast<std::size_t>(count())};
  }
  /// The first element, or null if there is none.
  const T* data() const { return static_cast<const T*>(storage_.data()); }
  /// A copy of all elements, the last axis fastest.
  std::vector<T> to_vector() const { return std::vector<T>(data(), data() + count()); }

  // ---- making ----

  /// Uninitialised elements. Throws Error if the type does not admit the sizes.
  static Tensor uninitialized(const std::array<std::int64_t, rank>& sizes,
                              const char* op = "tensor") {
    Tensor x;
    x.sizes_ = sizes;
    x.allocate(op);
    return x;
  }

 private:
  friend struct detail::Access;

  T* writable() { return static_cast<T*>(storage_.data()); }

  void allocate(const char* op) {
    detail::check_sizes(op, sizes_, axes{});
    storage_ = detail::Storage(detail::bytes_of(dtype, sizes_.data(), rank));
  }

  template <class... I>
  std::int64_t offset(const char* op, I... i) const {
    std::int64_t at = 0;
    std::size_t axis = 0;
    ((at = at * sizes_[axis] + checked(op, axis, i), ++axis), ...);
    return at;
  }
  template <class I>
  std::int64_t checked(const char* op, std::size_t axis, I i) const {
    const auto index = static_cast<std::int64_t>(i);
    if (static_cast<std::uint64_t>(index) >= static_cast<std::uint64_t>(sizes_[axis]))
      detail::throw_index(op, axis, index, sizes_[axis]);
    return index;
  }

  template <std::size_t Axis, class List>
  void measure(const List& list) {
    sizes_[Axis] = static_cast<std::int64_t>(list.size());
    if constexpr (Axis + 1 < rank)
      if (list.size() > 0) measure<Axis + 1>(*list.begin());
  }
  template <std::size_t Axis = 0, class List>
  T* copy_list(const List& list, T* to) {
    if (static_cast<std::int64_t>(list.size()) != sizes_[Axis])
      detail::throw_ragged(static_cast<std::int64_t>(list.size()), sizes_[Axis]);
    for (const auto& e : list) {
      if constexpr (Axis + 1 < rank)
        to = copy_list<Axis + 1>(e, to);
      else
        *to++ = Scalar<T>(e).value;
    }
    return to;
  }

  std::array<std::int64_t, rank> sizes_{};
  detail::Storage storage_;
};

// ---- what functions over tensors are written with -----------------------------------------------

namespace detail {
template <class X>
inline constexpr bool is_tensor = false;
template <class T, class... A>
inline constexpr bool is_tensor<Tensor<T, A...>> = true;

/// The tensor of these axes; the element itself where there are none; an error stays what it is.
template <class T, class Shape>
struct TensorOf {
  using type = Shape;
};
template <Element T, class... A>
struct TensorOf<T, Axes<A...>> {
  using type = Tensor<T, A...>;
};
template <Element T>
struct TensorOf<T, Axes<>> {
  using type = T;
};

template <class T, std::size_t R, class... A>
struct PlainTensor : PlainTensor<T, R - 1, A..., Any> {};
template <class T, class... A>
struct PlainTensor<T, 0, A...> {
  using type = Tensor<T, A...>;
};
}  // namespace detail

/// A tensor type, or a reference to one.
template <class X>
concept TensorLike = detail::is_tensor<std::remove_cvref_t<X>>;
template <TensorLike X>
using element_of = typename std::remove_cvref_t<X>::value_type;
template <TensorLike X>
using axes_of = typename std::remove_cvref_t<X>::axes;
/// Tensor<T, A...> for Axes<A...>, T for Axes<>; what is no list of axes stays as it is.
template <class T, class Shape>
using tensor_of = typename detail::TensorOf<T, Shape>::type;
/// The tensor of rank R whose axes are all Any.
template <Element T, std::size_t R>
using plain_tensor = typename detail::PlainTensor<T, R>::type;

}  // namespace tlaloc
