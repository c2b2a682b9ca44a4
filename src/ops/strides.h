// Walking dense row-major buffers in references: the obvious order, one index vector.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "pen/host_each.h"

namespace tlaloc::ops {

/// Elements between neighbours along each axis.
inline std::vector<std::int64_t> strides_of(std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> out(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) out[i - 1] = out[i] * sizes[i];
  return out;
}

/// The indices of the elements of a shape, the last axis fastest.
class Counter {
 public:
  explicit Counter(std::span<const std::int64_t> sizes) : sizes_(sizes), at_(sizes.size(), 0) {}
  std::int64_t operator[](std::size_t axis) const { return at_[axis]; }
  const std::vector<std::int64_t>& at() const { return at_; }
  void next() {
    for (std::size_t i = at_.size(); i-- > 0;) {
      if (++at_[i] < sizes_[i]) return;
      at_[i] = 0;
    }
  }
  std::int64_t offset(const std::vector<std::int64_t>& strides) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) sum += at_[i] * strides[i];
    return sum;
  }

 private:
  std::span<const std::int64_t> sizes_;
  std::vector<std::int64_t> at_;
};

/// What sums of T are kept in: double for floats, 64 bits without sign for integers, which wrap as
/// T does.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<pen::Computed<T>>, double, std::uint64_t>;

}  // namespace tlaloc::ops
