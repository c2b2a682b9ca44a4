// The common shape of operands, and operands laid out in it piece by piece, so that an element-wise
// kernel which wants equal shapes never needs a whole repeated copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <tlaloc/detail/eager.h>

namespace tlaloc::front {

inline constexpr std::size_t kMaxRank = 16;
/// Elements of a piece; its copies of repeated operands live on the stack.
inline constexpr std::int64_t kPiece = 2048;

using ShapeBuffer = std::array<std::int64_t, kMaxRank>;

/// The sizes that the operands have together, right-aligned, in the first `rank` entries of
/// `sizes`. Throws Error where two sizes differ and neither may stretch.
void common_sizes(std::string_view op, std::span<const detail::Operand> x, std::size_t rank,
                  ShapeBuffer& sizes);

/// One operand, seen in the common shape.
class Repeated {
 public:
  Repeated() = default;
  Repeated(const detail::Operand& x, const ShapeBuffer& sizes, std::size_t rank);
  /// An operand that has the common shape.
  static Repeated dense(const detail::Operand& x) {
    Repeated r;
    r.data_ = static_cast<const std::byte*>(x.data);
    r.width_ = size_of(x.dtype);
    return r;
  }

  /// Whether it has the common shape already: elements `from`, `from + 1`, ... stand side by side.
  bool is_dense() const { return dense_; }
  /// Elements `from` to `from + count` of the common shape: in place if they stand side by side,
  /// else copied to `room`.
  const void* piece(std::int64_t from, std::int64_t count, std::byte* room) const;

 private:
  template <class Word>
  void copy(std::int64_t from, std::int64_t count, std::byte* room) const;

  const std::byte* data_ = nullptr;
  std::size_t width_ = 0;  // bytes an element takes
  std::size_t rank_ = 0;   // of the axes below: neighbours of one kind are merged
  ShapeBuffer sizes_, strides_;
  bool dense_ = true;
};

}  // namespace tlaloc::front
