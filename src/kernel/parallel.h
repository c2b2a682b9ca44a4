// Work on the team of libgomp, entered by GOMP_parallel itself: no OpenMP pragma, any compiler.
// 1. Work comes in blocks whose number and size the caller derives from sizes alone; which thread
//    runs a block is left open, so a block's result must not depend on it.
// 2. One region at a time: a call from inside a region, or while another user thread is in one,
//    runs serially. So does every call in a process that was forked after the team had started.
// 3. fn must not throw. Nothing is allocated after the team's first start.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace tlaloc::kernel {

/// A reference to a callable void(size_t); it must outlive the call it is passed to.
class BlockFn {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, BlockFn>)
  BlockFn(F&& f)  // NOLINT: implicit on purpose
      : context_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* c, std::size_t i) { (*static_cast<std::remove_reference_t<F>*>(c))(i); }) {}
  void operator()(std::size_t i) const { call_(context_, i); }

 private:
  void* context_;
  void (*call_)(void*, std::size_t);
};

/// Runs fn(0) … fn(n_blocks - 1), each once, in any order, possibly at the same time.
void parallel_for(std::size_t n_blocks, BlockFn fn) noexcept;

/// The most threads a region uses; at first TLALOC_THREADS, else the number of usable cores.
/// set_threads(0) restores that. Results never depend on it.
void set_threads(int n) noexcept;
int threads() noexcept;

/// Whether the calling thread is inside a region.
bool in_region() noexcept;

/// Enters the team alone, for a library that brings its own regions on the same team (oneDNN):
/// while `held()`, no other thread of ours enters; if not held, call that library with one thread.
class TeamLock {
 public:
  TeamLock() noexcept;
  ~TeamLock();
  TeamLock(const TeamLock&) = delete;
  TeamLock& operator=(const TeamLock&) = delete;
  bool held() const { return held_; }

 private:
  bool held_;
};

}  // namespace tlaloc::kernel
