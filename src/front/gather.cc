// Reading and writing many places at once: take, scatter_add, one_hot, the rows that a loss picks.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <tlaloc/detail/eager.h>
#include <tlaloc/error.h>

#include "front/visit.h"
#include "kernel/parallel.h"

namespace tlaloc::detail {

namespace {

// Copies of rows are dealt out to threads in pieces of about this many bytes.
constexpr std::int64_t kPieceBytes = 1 << 18;

std::int64_t product(const std::int64_t* sizes, std::size_t from, std::size_t to) {
  std::int64_t n = 1;
  for (std::size_t i = from; i < to; ++i) n *= sizes[i];
  return n;
}

/// Integers of any type as one type; what is above the largest becomes negative.
std::vector<std::int64_t> integers_of(const Operand& x) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(product(x.sizes, 0, x.rank)));
  front::with_type(x.dtype, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>)
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<std::int64_t>(static_cast<const T*>(x.data)[i]);
  });
  return all;
}

bool is_below(std::int64_t i, std::int64_t size) {
  return static_cast<std::uint64_t>(i) < static_cast<std::uint64_t>(size);
}

[[noreturn]] void throw_place(const char* op, const char* what, std::int64_t index,
                              std::size_t place, std::int64_t size, const char* where) {
  throw_error(op, fmt::format("{} {} at place {} is not below {}", what, index, place, size),
              std::string(op) + ".c5", needed_at(where));
}

/// The indices. Throws Error if one is not below `size`.
std::vector<std::int64_t> checked_indices(const char* op, const Operand& x, std::int64_t size,
                                          const char* what, const char* where) {
  std::vector<std::int64_t> all = integers_of(x);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!is_below(all[i], size)) throw_place(op, what, all[i], i, size, where);
  return all;
}

/// Gives y these sizes and its storage.
std::byte* allocate(const Slot& y, const std::vector<std::int64_t>& sizes) {
  *y.storage = Storage(bytes_of(y.dtype, sizes.data(), sizes.size()));
  for (std::size_t i = 0; i < sizes.size(); ++i) y.sizes[i] = sizes[i];
  return static_cast<std::byte*>(y.storage->data());
}

}  // namespace

void take_rows(const Operand& x, std::size_t axis, const Operand& indices, const Slot& y,
               const char* where) {
  const std::vector<std::int64_t> at =
      checked_indices("take", indices, x.sizes[axis], "index", where);
  std::vector<std::int64_t> sizes(x.sizes, x.sizes + axis);
  sizes.insert(sizes.end(), indices.sizes, indices.sizes + indices.rank);
  sizes.insert(sizes.end(), x.sizes + axis + 1, x.sizes + x.rank);
  std::byte* to = allocate(y, sizes);
  const auto* from = static_cast<const std::byte*>(x.data);
  const std::int64_t row =
      product(x.sizes, axis + 1, x.rank) * static_cast<std::int64_t>(size_of(x.dtype));
  const std::int64_t n = static_cast<std::int64_t>(at.size()), outer = product(x.sizes, 0, axis);
  if (row == 0 || n == 0 || outer == 0) return;
  const std::int64_t rows_a_piece = std::max<std::int64_t>(1, kPieceBytes / row);
  const std::int64_t rows = outer * n;
  const auto piece = [&](std::size_t i) {
    const std::int64_t first = static_cast<std::int64_t>(i) * rows_a_piece;
    for (std::int64_t r = first; r < std::min(rows, first + rows_a_piece); ++r)
      std::memcpy(to + r * row,
                  from + (r / n * x.sizes[axis] + at[static_cast<std::size_t>(r % n)]) * row,
                  static_cast<std::size_t>(row));
  };
  kernel::parallel_for(static_cast<std::size_t>((rows + rows_a_piece - 1) / rows_a_piece), piece);
}

void scatter_add_rows(const Slot& y, const Operand& indices, const Operand& v, const char* where) {
  const std::vector<std::int64_t> at =
      checked_indices("scatter_add", indices, y.sizes[0], "index", where);
  const std::int64_t row = product(y.sizes, 1, y.rank);
  for (std::size_t i = 0; i < v.rank; ++i) {
    const std::int64_t expected =
        i < indices.rank ? indices.sizes[i] : y.sizes[i - indices.rank + 1];
    if (v.sizes[i] != expected) throw_part("scatter_add", i, v.sizes[i], expected);
  }
  front::with_type(y.dtype, [&]<class T>(T) {
    auto* to = static_cast<T*>(y.storage->data());
    const auto* from = static_cast<const T*>(v.data);
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::int64_t j = 0; j < row; ++j, ++from)
        to[at[i] * row + j] = plus(to[at[i] * row + j], *from);
  });
}

void check_indices(const char* op, const char* what, const Operand& indices, std::int64_t size,
                   const char* where) {
  const auto count = static_cast<std::size_t>(product(indices.sizes, 0, indices.rank));
  front::with_type(indices.dtype, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>)
      for (std::size_t i = 0; i < count; ++i)
        if (const auto at = static_cast<std::int64_t>(static_cast<const T*>(indices.data)[i]);
            !is_below(at, size))
          throw_place(op, what, at, i, size, where);
  });
}

void one_hot_rows(const Operand& indices, std::int64_t classes, const Slot& y) {
  std::vector<std::int64_t> sizes(indices.sizes, indices.sizes + indices.rank);
  sizes.push_back(classes);
  std::byte* to = allocate(y, sizes);
  const std::int64_t n = product(indices.sizes, 0, indices.rank);
  if (to == nullptr) return;
  std::memset(to, 0, static_cast<std::size_t>(n * classes) * size_of(y.dtype));
  const std::vector<std::int64_t> at = integers_of(indices);
  front::with_type(y.dtype, [&]<class T>(T) {
    for (std::int64_t i = 0; i < n; ++i)
      if (const std::int64_t label = at[static_cast<std::size_t>(i)]; is_below(label, classes))
        reinterpret_cast<T*>(to)[i * classes + label] = Scalar<T>(1).value;
  });
}

void mean_picked_loss(const Operand& log_shares, const Operand& labels, const Slot& y,
                      const char* where) {
  const std::int64_t classes = log_shares.sizes[log_shares.rank - 1];
  const std::vector<std::int64_t> at =
      checked_indices("cross_entropy", labels, classes, "label", where);
  for (std::size_t i = 0; i < labels.rank; ++i)
    if (labels.sizes[i] != log_shares.sizes[i])
      throw_error("cross_entropy",
                  fmt::format("axis {} of the labels has size {}, the logits have {}", i,
                              labels.sizes[i], log_shares.sizes[i]),
                  "cross_entropy.c4");
  std::byte* to = y.rank == 0 ? static_cast<std::byte*>(y.scalar)
                              : allocate(y, {labels.sizes, labels.sizes + y.rank});
  const auto means = static_cast<std::size_t>(product(labels.sizes, 0, y.rank));
  const std::size_t rows = means == 0 ? 0 : at.size() / means;
  front::with_type(y.dtype, [&]<class T>(T) {
    const auto* shares = static_cast<const T*>(log_shares.data);
    for (std::size_t m = 0, i = 0; m < means; ++m) {
      double sum = 0;
      for (const std::size_t end = i + rows; i < end; ++i, shares += classes)
        sum -= front::as_double(shares[at[i]]);
      reinterpret_cast<T*>(to)[m] = front::from_double<T>(sum / static_cast<double>(rows));
    }
  });
}

bool all_close(const Operand& x, const Operand& y, double rtol, double atol) {
  if (!std::equal(x.sizes, x.sizes + x.rank, y.sizes)) return false;
  const std::int64_t n = product(x.sizes, 0, x.rank);
  return front::with_type(x.dtype, [&]<class T>(T) {
    for (std::int64_t i = 0; i < n; ++i) {
      const auto a = front::as_double(static_cast<const T*>(x.data)[i]);
      const auto b = front::as_double(static_cast<const T*>(y.data)[i]);
      if (a != b && !(std::abs(a - b) <= atol + rtol * std::abs(b) && std::isfinite(b)))
        return false;
    }
    return true;
  });
}

}  // namespace tlaloc::detail
