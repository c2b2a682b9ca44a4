// Blocks of bytes behind tensors, and the messages of the checks that tensor.h makes.
#include <tlaloc/detail/storage.h>
#include <tlaloc/error.h>

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <new>
#include <string_view>

#include "kernel/pool.h"

namespace tlaloc::detail {

Storage::Block* Storage::acquire(std::size_t bytes) {
  static_assert(sizeof(Block) == 64);
  return new (kernel::acquire(sizeof(Block) + bytes)) Block{1, bytes};
}

void Storage::release(Block* block) noexcept {
  const std::size_t bytes = sizeof(Block) + block->bytes;
  block->~Block();
  kernel::release(block, bytes);
}

void Storage::copy() {
  Storage fresh(bytes());
  std::memcpy(fresh.data(), data(), bytes());
  swap(fresh);
}

namespace {
std::string shape_text(const std::int64_t* sizes, std::size_t rank) {
  return fmt::format("{}", fmt::join(sizes, sizes + rank, "x"));
}
}  // namespace

std::size_t bytes_of(DType dtype, const std::int64_t* sizes, std::size_t rank) {
  std::size_t bytes = size_of(dtype);
  bool zero = false;
  for (std::size_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      throw_error("tensor", fmt::format("size {} of axis {} is negative", sizes[i], i),
                  "tensor.c1");
    zero |= sizes[i] == 0;
  }
  if (zero) return 0;
  for (std::size_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(sizes[i]), &bytes) ||
        bytes > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - 64)
      throw_error("tensor",
                  fmt::format("{} elements of type {} are more than memory can hold",
                              shape_text(sizes, rank), name_of(dtype)),
                  "tensor.c2");
  return bytes;
}

void throw_index(const char* op, std::size_t axis, std::int64_t index, std::int64_t size,
                 const char* where) {
  throw_error(op, fmt::format("index {} of axis {} is not below its size {}", index, axis, size),
              std::string(op) + ".c1", needed_at(where));
}

void throw_size(const char* op, std::size_t axis, std::int64_t got, std::int64_t size,
                std::int64_t bound, const char* name, std::size_t name_length) {
  const std::string_view n(name, name_length);
  throw_error(op,
              fmt::format("axis {}{} has size {}, its type says {}{}", axis,
                          n.empty() ? "" : fmt::format(" ({})", n), got,
                          size >= 0 ? "" : "at most ", size >= 0 ? size : bound),
              std::string(op) + ".c3");
}

void throw_count(const char* op, std::int64_t got, const std::int64_t* sizes, std::size_t rank) {
  throw_error(op, fmt::format("got {} elements for a tensor of {}", got, shape_text(sizes, rank)),
              std::string(op) + ".c4");
}

void throw_ragged(std::int64_t got, std::int64_t expected) {
  throw_error("tensor",
              fmt::format("a list in braces has length {}, the first one beside it has length {}",
                          got, expected),
              "tensor.c4");
}

void throw_step(const char* op) { throw_error(op, "the step is 0", std::string(op) + ".c5"); }

void throw_rank(const char* op, std::size_t got, std::size_t expected) {
  throw_error(op, fmt::format("got rank {}, expected rank {}", got, expected),
              std::string(op) + ".c6");
}

}  // namespace tlaloc::detail
