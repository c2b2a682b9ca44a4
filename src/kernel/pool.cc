// See pool.h. Idle buffers are linked through their own first bytes.
#include "kernel/pool.h"

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "kernel/parallel.h"

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kHuge = std::size_t(2) << 20;
constexpr int kClasses = 8 * 58;                             // 64 bytes · 2^(class / 8), in eighths
constexpr std::size_t kThreadBytes = std::size_t(64) << 20;  // a class's share in a thread's cache
constexpr std::uint32_t kThreadBuffers = 16;

struct Idle {
  Idle* next;
};
struct Shelf {
  Idle* top = nullptr;
  std::uint32_t count = 0;
  void push(void* p) {
    top = new (p) Idle{top};
    ++count;
  }
  void* pop() {
    Idle* p = top;
    if (p) {
      top = p->next;
      --count;
    }
    return p;
  }
};

/// Classes step by an eighth of the power of two below: 64, 128, 192, 256, 320, … in multiples
/// of 64.
int class_of(std::size_t bytes) {
  const std::size_t units = bytes <= 64 ? 1 : (bytes + 63) / 64;
  if (units <= 8) return int(units) - 1;
  const int power = std::bit_width(units - 1) - 1;  // units in (2^power, 2^(power+1)]
  const std::size_t step = std::size_t(1) << (power - 3);
  const std::size_t eighth = (units - (std::size_t(1) << power) + step - 1) / step;  // 1 … 8
  return 8 + (power - 3) * 8 + int(eighth) - 1;
}
std::size_t class_bytes(int c) {
  if (c < 8) return std::size_t(c + 1) * 64;
  const int power = (c - 8) / 8 + 3;
  const std::size_t eighth = std::size_t((c - 8) % 8) + 1;
  return ((std::size_t(1) << power) + (eighth << (power - 3))) * 64;
}

/// How many buffers a thread has acquired more than released. Only that thread writes it, so that
/// counting locks nothing. A later thread goes on with the count of one that ended: only the sum of
/// all means something.
struct Count {
  std::atomic<std::int64_t> live{0};
  bool taken = true;
  Count* next = nullptr;
  void add(std::int64_t n) {
    live.store(live.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
};

struct Shared {
  std::mutex mutex;
  Shelf shelves[kClasses];
  Count* counts = nullptr;  // never freed

  Count& take_count() {
    std::lock_guard lock(mutex);
    for (Count* c = counts; c != nullptr; c = c->next)
      if (!std::exchange(c->taken, true)) return *c;
    auto* c = new Count;
    c->next = std::exchange(counts, c);
    return *c;
  }
};
/// Never destroyed: buffers may be released by destructors of statics.
Shared& shared() {
  alignas(Shared) static unsigned char room[sizeof(Shared)];
  static Shared* s = new (room) Shared;
  return *s;
}

struct Counters {
  std::atomic<std::uint64_t> from_system{0}, system_bytes{0};
  std::atomic<std::int64_t> live{0};  // of threads whose cache is gone
};
Counters g_counters;

/// A thread's cache. `ended` outlives it: what is released later goes to the shared shelf.
struct ThreadCache {
  Shelf shelves[kClasses];
  Count& count = shared().take_count();
  ~ThreadCache();
};
thread_local bool t_ended = false;
/// The cache while there is one, for the way that every tensor takes: a pointer that is found
/// without a call, where the cache itself is too large to be.
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadCache* t_here = nullptr;

/// Null in a thread that is ending.
ThreadCache* open_cache() {
  if (t_ended) return nullptr;
  thread_local ThreadCache cache;
  return t_here = &cache;
}
inline ThreadCache* here() {
  ThreadCache* const cache = t_here;
  return cache != nullptr ? cache : open_cache();
}

ThreadCache::~ThreadCache() {
  t_ended = true;
  t_here = nullptr;
  std::lock_guard lock(shared().mutex);
  count.taken = false;
  for (int c = 0; c < kClasses; ++c)
    while (void* p = shelves[c].pop()) shared().shelves[c].push(p);
}

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

void* take_from_system(std::size_t bytes) {
  void* p = nullptr;
  if (bytes >= kHuge) {
    p = std::aligned_alloc(kHuge, round_up(bytes, kHuge));
    if (p) madvise(p, round_up(bytes, kHuge), MADV_HUGEPAGE);
  } else {
    p = std::aligned_alloc(64, bytes);
  }
  if (!p) base::bug("out of memory", __FILE__, __LINE__);
  g_counters.from_system.fetch_add(1, std::memory_order_relaxed);
  g_counters.system_bytes.fetch_add(bytes, std::memory_order_relaxed);
  return p;
}

void* take_shared(int c) {
  std::lock_guard lock(shared().mutex);
  return shared().shelves[c].pop();
}
void give_shared(int c, void* p) {
  std::lock_guard lock(shared().mutex);
  shared().shelves[c].push(p);
}

void watch_forks() {  // the child must not find the mutex locked by a thread that it has not
  static const int registered =
      pthread_atfork([] { shared().mutex.lock(); }, [] { shared().mutex.unlock(); },
                     [] { shared().mutex.unlock(); });
  (void)registered;
}

void free_all(Shelf& shelf, int c) {
  while (void* p = shelf.pop()) {
    std::free(p);
    g_counters.system_bytes.fetch_sub(class_bytes(c), std::memory_order_relaxed);
  }
}

}  // namespace

void* acquire(std::size_t bytes) noexcept {
  const int c = class_of(bytes);
  if (ThreadCache* const cache = here()) {
    cache->count.add(1);
    if (void* p = cache->shelves[c].pop()) return p;
  } else {
    g_counters.live.fetch_add(1, std::memory_order_relaxed);
  }
  if (void* p = take_shared(c)) return p;
  watch_forks();
  // The other threads of a team will ask for as much, in this call or a later one.
  for (int i = in_region() ? threads() : 1; i > 1; --i)
    give_shared(c, take_from_system(class_bytes(c)));
  return take_from_system(class_bytes(c));
}

void release(void* buffer, std::size_t bytes) noexcept {
  if (!buffer) return;
  const int c = class_of(bytes);
  ThreadCache* const cache = here();
  if (cache == nullptr) {
    g_counters.live.fetch_sub(1, std::memory_order_relaxed);
    return give_shared(c, buffer);
  }
  cache->count.add(-1);
  Shelf& shelf = cache->shelves[c];
  const bool full =
      shelf.count >= kThreadBuffers ||
      (shelf.count > 0 && std::size_t(shelf.count + 1) * class_bytes(c) > kThreadBytes);
  if (full)
    give_shared(c, buffer);
  else
    shelf.push(buffer);
}

PoolStatistics pool_statistics() noexcept {
  std::int64_t live = g_counters.live.load();
  std::lock_guard lock(shared().mutex);
  for (const Count* c = shared().counts; c != nullptr; c = c->next) live += c->live.load();
  return {g_counters.from_system, g_counters.system_bytes, std::uint64_t(live)};
}

void trim() noexcept {
  if (ThreadCache* const cache = here())
    for (int c = 0; c < kClasses; ++c) free_all(cache->shelves[c], c);
  std::lock_guard lock(shared().mutex);
  for (int c = 0; c < kClasses; ++c) free_all(shared().shelves[c], c);
}

}  // namespace tlaloc::kernel
