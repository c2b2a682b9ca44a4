// See parallel.h.
#include "kernel/parallel.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

extern "C" void GOMP_parallel(void (*fn)(void*), void* data, unsigned num_threads, unsigned flags);

namespace tlaloc::kernel {
namespace {

std::atomic<int> g_threads{0};       // 0: not asked for, use the default
std::atomic<bool> g_busy{false};     // a thread of ours is in a region
std::atomic<bool> g_forked{false};   // this process is the child of one that had a team
std::atomic<bool> g_started{false};  // a team of more than one thread has run
thread_local bool t_inside = false;

int usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return 1;
}

int default_threads() {
  static const int n = [] {
    if (const char* text = std::getenv("TLALOC_THREADS"))
      if (int asked = std::atoi(text); asked > 0) return std::min(asked, 1024);
    return usable_cores();
  }();
  return n;
}

void after_fork_in_child() {
  g_busy = false;
  t_inside = false;
  if (g_started) g_forked = true;
}

void watch_forks() {
  static const int registered = pthread_atfork(nullptr, nullptr, after_fork_in_child);
  (void)registered;
}

struct Region {
  const BlockFn* fn;
  std::size_t n;
  alignas(128) std::atomic<std::size_t> next{0};
};

void work(void* data) {
  auto& region = *static_cast<Region*>(data);
  const bool outer = t_inside;
  t_inside = true;
  for (std::size_t i; (i = region.next.fetch_add(1, std::memory_order_relaxed)) < region.n;)
    (*region.fn)(i);
  t_inside = outer;
}

void run_serially(std::size_t n, const BlockFn& fn) {
  for (std::size_t i = 0; i < n; ++i) fn(i);
}

}  // namespace

void parallel_for(std::size_t n_blocks, BlockFn fn) noexcept {
  const std::size_t team = std::min<std::size_t>(n_blocks, std::size_t(threads()));
  if (team <= 1) return run_serially(n_blocks, fn);
  TeamLock lock;
  if (!lock.held()) return run_serially(n_blocks, fn);
  Region region{&fn, n_blocks};
  GOMP_parallel(work, &region, unsigned(team), 0);
}

void set_threads(int n) noexcept { g_threads = std::clamp(n, 0, 1024); }

int threads() noexcept {
  const int n = g_threads.load(std::memory_order_relaxed);
  return n > 0 ? n : default_threads();
}

bool in_region() noexcept { return t_inside; }

TeamLock::TeamLock() noexcept : held_(false) {
  if (t_inside || g_forked.load(std::memory_order_relaxed)) return;
  watch_forks();
  held_ = !g_busy.exchange(true, std::memory_order_acquire);
  if (held_) {
    t_inside = true;
    g_started.store(true, std::memory_order_relaxed);
  }
}

TeamLock::~TeamLock() {
  if (!held_) return;
  t_inside = false;
  g_busy.store(false, std::memory_order_release);
}

}  // namespace tlaloc::kernel
