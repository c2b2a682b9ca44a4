// DynTensor<T>: a tensor whose rank is known when the program runs. For reading files and for
// tools; give it axes with `as` before computing with it.
#pragma once

#include <span>
#include <vector>

#include <tlaloc/tensor.h>

namespace tlaloc {

/// A dense array of T with any number of axes, none included (one element).
///
///   DynTensor<float> d(values, {2, 3});
///   auto m = d.as<Matrix<float>>();   // throws Error unless the rank is 2
template <Element T>
class DynTensor {
 public:
  using value_type = T;
  static constexpr DType dtype = dtype_of<T>;

  /// No axes and no element.
  DynTensor() = default;
  /// A copy of `values`, row-major. Throws Error if their number is not the product of the sizes.
  DynTensor(std::span<const T> values, std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {
    storage_ = detail::Storage(detail::bytes_of(dtype, sizes_.data(), sizes_.size()));
    if (static_cast<std::int64_t>(values.size()) != count())
      detail::throw_count("from", static_cast<std::int64_t>(values.size()), sizes_.data(),
                          sizes_.size());
    auto* to = static_cast<T*>(storage_.data());
    for (T v : values) *to++ = v;
  }
  /// Shares the storage of a typed tensor.
  template <class... A>
  DynTensor(Tensor<T, A...> x)  // NOLINT: meant to convert
      : sizes_(detail::Access::sizes(x).begin(), detail::Access::sizes(x).end()),
        storage_(std::move(detail::Access::storage(x))) {}

  /// The same elements as a typed tensor, sharing storage. Throws Error if rank or sizes are not
  /// the type's.
  template <TensorLike X>
    requires(std::is_same_v<typename X::value_type, T>)
  X as() const {
    if (sizes_.size() != X::rank) detail::throw_rank("as", sizes_.size(), X::rank);
    std::array<std::int64_t, X::rank> sizes;
    for (std::size_t i = 0; i < X::rank; ++i) sizes[i] = sizes_[i];
    detail::check_sizes("as", sizes, typename X::axes{});
    return detail::Access::make<X>(sizes, storage_);
  }

  std::size_t rank() const { return sizes_.size(); }
  const std::vector<std::int64_t>& shape() const { return sizes_; }
  /// The size along axis `i`; -1 is the last. Throws Error if there is no such axis.
  std::int64_t size(int i) const {
    const std::size_t axis = rules::axis_number(i, rank());
    if (axis == rank()) detail::throw_index("size", 0, i, static_cast<std::int64_t>(rank()));
    return sizes_[axis];
  }
  std::int64_t count() const {
    if (storage_.data() == nullptr) return 0;
    std::int64_t n = 1;
    for (std::int64_t s : sizes_) n *= s;
    return n;
  }

  /// The element at these indices, by value. Throws Error if there are not as many as axes, or one
  /// is out of range.
  template <std::integral... I>
  T operator()(I... i) const {
    if (sizeof...(I) != rank()) detail::throw_rank("index", sizeof...(I), rank());
    std::int64_t at = 0;
    std::size_t axis = 0;
    ((at = at * sizes_[axis] + checked(axis, static_cast<std::int64_t>(i)), ++axis), ...);
    if (count() == 0) detail::throw_index("index", 0, 0, 0);
    return data()[at];
  }

  std::span<const T> span() const& { return {data(), static_cast<std::size_t>(count())}; }
  std::span<const T> span() const&& = delete;
  const T* data() const { return static_cast<const T*>(storage_.data()); }
  std::vector<T> to_vector() const { return std::vector<T>(data(), data() + count()); }
  detail::View view() const { return {dtype, sizes_.size(), sizes_.data(), data()}; }

 private:
  std::int64_t checked(std::size_t axis, std::int64_t index) const {
    if (static_cast<std::uint64_t>(index) >= static_cast<std::uint64_t>(sizes_[axis]))
      detail::throw_index("index", axis, index, sizes_[axis]);
    return index;
  }
  std::vector<std::int64_t> sizes_;
  detail::Storage storage_;
};

}  // namespace tlaloc
