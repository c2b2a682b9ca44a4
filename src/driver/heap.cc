#include "driver/heap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>  // says whether the library is glibc

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace tlaloc::driver {

#if defined(__linux__) && defined(__GLIBC__)

namespace {

constexpr std::size_t kPage = std::size_t(2) << 20;
constexpr int kReserve = 512 << 20;    // addresses, not memory
constexpr int kMostInHeap = 32 << 20;  // what is larger is mapped by itself; glibc allows no more
constexpr int kUsualPad = 128 << 10;

/// The heap grows at its end, and what is marked is a part that is there: so it is made long once.
bool lengthen_heap() {
  ::mallopt(M_TOP_PAD, kReserve);
  void* volatile p = std::malloc(kPage);  // volatile: or the compiler allocates nothing
  ::mallopt(M_TOP_PAD, kUsualPad);
  std::free(p);
  return p != nullptr;
}

}  // namespace

void keep_heap_in_huge_pages() {
  ::mallopt(M_MMAP_THRESHOLD, kMostInHeap);
  ::mallopt(M_TRIM_THRESHOLD, -1);  // never
  const auto from = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  if (!lengthen_heap()) return;
  const auto to = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const std::uintptr_t first = (from + kPage - 1) / kPage * kPage;
  if (first < to) ::madvise(reinterpret_cast<void*>(first), to - first, MADV_HUGEPAGE);
}

#else

void keep_heap_in_huge_pages() {}

#endif

}  // namespace tlaloc::driver
