// Storage of tensors: buffers in size classes, kept for reuse instead of given back. A page fault
// costs as much as thousands of additions, so a program's steps should not meet any.
// 1. A buffer is aligned to 64 bytes; from 2 MiB on it is aligned to 2 MiB and asks for huge pages.
// 2. Sizes round up to one of eight classes a power of two, so at most an eighth is wasted.
// 3. A thread keeps a few buffers of each class; more go to a shared shelf, as do all of a thread's
//    when it ends. After a warm-up nothing is allocated. Any thread may release any buffer.
// 4. After fork the child owns its copies and goes on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tlaloc::kernel {

/// A buffer of at least `bytes` bytes, contents unspecified; never null (0 bytes too). Aborts when
/// memory is exhausted, as there is nobody to tell.
void* acquire(std::size_t bytes) noexcept;

/// Gives back what acquire(bytes) returned; the same number of bytes.
void release(void* buffer, std::size_t bytes) noexcept;

struct PoolStatistics {
  std::uint64_t from_system = 0;   ///< buffers ever taken from the operating system
  std::uint64_t system_bytes = 0;  ///< their bytes, less those returned by trim
  std::uint64_t live = 0;          ///< buffers acquired and not yet released
};
PoolStatistics pool_statistics() noexcept;

/// Returns the shared shelf's and this thread's idle buffers to the system.
void trim() noexcept;

}  // namespace tlaloc::kernel
