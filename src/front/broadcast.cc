#include "front/broadcast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include <tlaloc/error.h>

namespace tlaloc::front {

namespace {

/// "axis 1 (feature)".
std::string axis_text(const detail::Operand& x, std::size_t axis) {
  const std::string_view name = x.axes[axis].name;
  return name.empty() ? fmt::format("axis {}", axis) : fmt::format("axis {} ({})", axis, name);
}

[[noreturn]] void refuse(std::string_view op, std::span<const detail::Operand> x, std::size_t i,
                         std::size_t from_right) {
  const std::size_t axis = x[i].rank - 1 - from_right;
  for (std::size_t j = 0; j < i; ++j) {
    if (x[j].rank <= from_right) continue;
    const std::size_t other = x[j].rank - 1 - from_right;
    if (x[j].sizes[other] == x[i].sizes[axis]) continue;
    const bool may = x[j].sizes[other] == 1 && ((x[j].stretch >> other) & 1) != 0;
    if (may) continue;
    detail::throw_error(
        std::string(op),
        fmt::format("{} of operand {} has size {}, {} of operand {} has size {}",
                    axis_text(x[i], axis), i, x[i].sizes[axis], axis_text(x[j], other), j,
                    x[j].sizes[other]),
        std::string(op) + ".c4",
        {"axes align from the right; only an axis of size 1 that has no name is repeated"});
  }
  detail::throw_error(std::string(op), "the shapes do not fit", std::string(op) + ".c4");
}

}  // namespace

void common_sizes(std::string_view op, std::span<const detail::Operand> x, std::size_t rank,
                  ShapeBuffer& sizes) {
  if (rank > kMaxRank)
    detail::throw_error(std::string(op), fmt::format("rank {} is above {}", rank, kMaxRank),
                        "rank.c1");
  for (std::size_t right = 0; right < rank; ++right) {
    std::int64_t size = 1;
    bool may_grow = true;  // nobody has insisted on this size
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i].rank <= right) continue;
      const std::size_t axis = x[i].rank - 1 - right;
      const std::int64_t here = x[i].sizes[axis];
      const bool stretches = here == 1 && ((x[i].stretch >> axis) & 1) != 0;
      if (stretches) continue;
      if (!may_grow && here != size) refuse(op, x, i, right);
      size = here;
      may_grow = false;
    }
    sizes[rank - 1 - right] = size;
  }
}

Repeated::Repeated(const detail::Operand& x, const ShapeBuffer& sizes, std::size_t rank)
    : data_(static_cast<const std::byte*>(x.data)), width_(size_of(x.dtype)) {
  // From the last axis to the first; neighbours that are walked in one stride become one axis.
  std::int64_t stride = 1;
  std::size_t merged = kMaxRank;
  for (std::size_t right = 0; right < rank; ++right) {
    const std::int64_t size = sizes[rank - 1 - right];
    if (size == 1) continue;
    const bool has = right < x.rank && x.sizes[x.rank - 1 - right] != 1;
    const std::int64_t here = has ? stride : 0;
    if (has) stride *= size;
    dense_ &= has;
    const bool joins = merged < kMaxRank &&
                       here == (strides_[merged] == 0 ? 0 : strides_[merged] * sizes_[merged]);
    if (joins) {
      sizes_[merged] *= size;
    } else {
      sizes_[--merged] = size;
      strides_[merged] = here;
    }
  }
  rank_ = kMaxRank - merged;
  std::copy(sizes_.begin() + merged, sizes_.end(), sizes_.begin());
  std::copy(strides_.begin() + merged, strides_.end(), strides_.begin());
}

template <class Word>
void Repeated::copy(std::int64_t from, std::int64_t count, std::byte* room) const {
  auto* to = reinterpret_cast<Word*>(room);
  const auto* data = reinterpret_cast<const Word*>(data_);
  if (rank_ == 0) {
    std::fill_n(to, count, data[0]);
    return;
  }
  const std::int64_t inner = sizes_[rank_ - 1], step = strides_[rank_ - 1];
  while (count > 0) {
    std::int64_t row = from / inner, at = 0;
    const std::int64_t column = from % inner, run = std::min(count, inner - column);
    for (std::size_t axis = rank_ - 1; axis-- > 0; row /= sizes_[axis])
      at += row % sizes_[axis] * strides_[axis];
    if (step == 0)
      std::fill_n(to, run, data[at]);
    else
      std::memcpy(to, data + at + column, static_cast<std::size_t>(run) * sizeof(Word));
    to += run;
    from += run;
    count -= run;
  }
}

const void* Repeated::piece(std::int64_t from, std::int64_t count, std::byte* room) const {
  if (dense_) return data_ + static_cast<std::size_t>(from) * width_;
  switch (width_) {
    case 1:
      copy<std::uint8_t>(from, count, room);
      break;
    case 2:
      copy<std::uint16_t>(from, count, room);
      break;
    case 4:
      copy<std::uint32_t>(from, count, room);
      break;
    default:
      copy<std::uint64_t>(from, count, room);
      break;
  }
  return room;
}

}  // namespace tlaloc::front
