// The bytes behind a tensor: shared, counted, 64-byte aligned, from the library's pool.
//
// Invariants: 1. A block that has two users is never written. 2. Whoever writes asks is_shared()
// first, and copies if it is. 3. No block for zero bytes: data() is null. Counts are atomic, so
// that copies may live on different threads; one Storage object is no more thread-safe than an int.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tlaloc/dtype.h>

namespace tlaloc::detail {

class Storage {
 public:
  Storage() = default;
  /// Uninitialised bytes, not shared. A machine without memory for them stops the program.
  explicit Storage(std::size_t bytes) : block_(bytes == 0 ? nullptr : acquire(bytes)) {}
  Storage(const Storage& o) noexcept : block_(o.block_) {
    if (block_ != nullptr) block_->users.fetch_add(1, std::memory_order_relaxed);
  }
  Storage(Storage&& o) noexcept : block_(std::exchange(o.block_, nullptr)) {}
  Storage& operator=(const Storage& o) noexcept {
    Storage(o).swap(*this);
    return *this;
  }
  Storage& operator=(Storage&& o) noexcept {
    Storage(std::move(o)).swap(*this);
    return *this;
  }
  ~Storage() {
    if (block_ != nullptr && drop_user()) release(block_);
  }

  void swap(Storage& o) noexcept { std::swap(block_, o.block_); }
  void* data() const noexcept { return block_ == nullptr ? nullptr : block_ + 1; }
  std::size_t bytes() const noexcept { return block_ == nullptr ? 0 : block_->bytes; }
  bool is_shared() const noexcept {
    return block_ != nullptr && block_->users.load(std::memory_order_acquire) != 1;
  }
  /// A block of the same bytes with this one as its only user.
  void unshare() {
    if (is_shared()) copy();
  }

 private:
  struct alignas(64) Block {
    std::atomic<std::int64_t> users;
    std::size_t bytes;
  };
  bool drop_user() noexcept {
    return block_->users.load(std::memory_order_acquire) == 1 ||
           block_->users.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  static Block* acquire(std::size_t bytes);
  static void release(Block* block) noexcept;
  void copy();

  Block* block_ = nullptr;
};

/// A tensor for reading, its type forgotten.
struct View {
  DType dtype;
  std::size_t rank;
  const std::int64_t* sizes;
  const void* data;
};

/// The bytes that a tensor of these sizes takes. Throws Error where a size is negative or the
/// product is more than a machine can address.
std::size_t bytes_of(DType dtype, const std::int64_t* sizes, std::size_t rank);

/// "index 7 of axis 0 is not below its size 5"; `where`, if it is known, needs the element.
[[noreturn, gnu::cold]] void throw_index(const char* op, std::size_t axis, std::int64_t index,
                                         std::int64_t size, const char* where = "");
/// The size along one axis is not what the type says.
[[noreturn, gnu::cold]] void throw_size(const char* op, std::size_t axis, std::int64_t got,
                                        std::int64_t size, std::int64_t bound, const char* name,
                                        std::size_t name_length);
/// "got 5 elements for 2x3".
[[noreturn, gnu::cold]] void throw_count(const char* op, std::int64_t got,
                                         const std::int64_t* sizes, std::size_t rank);
/// Refuses another number of elements than the product of the sizes.
void check_count(const char* op, std::int64_t got, const std::int64_t* sizes, std::size_t rank);
[[noreturn, gnu::cold]] void throw_ragged(std::int64_t got, std::int64_t expected);
[[noreturn, gnu::cold]] void throw_step(const char* op);
[[noreturn, gnu::cold]] void throw_rank(const char* op, std::size_t got, std::size_t expected);

}  // namespace tlaloc::detail
