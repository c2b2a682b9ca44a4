// Who asks the system for memory: malloc and operator new of the whole program, counted while
// asked to, by the object that the call came from. What oneDNN, OpenBLAS and the OpenMP runtime ask
// for is counted apart. Include it in one file of a program; glibc only.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace tlaloc::bench {

/// Requests of this program and our library, and those made inside other libraries.
struct Asked {
  long ours = 0, libraries = 0;
};

namespace detail {

inline std::atomic<bool> counting{false};
inline std::atomic<long> ours{0}, libraries{0};

inline bool is_library(const void* caller) {
  Dl_info at{};
  if (dladdr(caller, &at) == 0 || at.dli_fname == nullptr) return false;
  for (const char* name : {"libdnnl", "libgomp", "libopenblas", "libOpenCL", "libc.so"})
    if (std::strstr(at.dli_fname, name) != nullptr) return true;
  return false;
}
inline void note(const void* caller) {
  if (counting.load(std::memory_order_relaxed)) ++(is_library(caller) ? libraries : ours);
}

}  // namespace detail

/// What `f` asks for.
template <class F>
Asked asked_by(F&& f) {
  detail::ours = detail::libraries = 0;
  detail::counting = true;
  f();
  detail::counting = false;
  return {detail::ours, detail::libraries};
}

}  // namespace tlaloc::bench

// None of these may be inlined: the caller would be another one.
#define TLALOC_ASKED ::tlaloc::bench::detail::note(__builtin_return_address(0))

extern "C" {
[[gnu::noinline]] void* malloc(std::size_t bytes) noexcept {
  TLALOC_ASKED;
  return __libc_malloc(bytes);
}
[[gnu::noinline]] void* calloc(std::size_t n, std::size_t bytes) noexcept {
  TLALOC_ASKED;
  return __libc_calloc(n, bytes);
}
[[gnu::noinline]] void* realloc(void* p, std::size_t bytes) noexcept {
  TLALOC_ASKED;
  return __libc_realloc(p, bytes);
}
[[gnu::noinline]] void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  TLALOC_ASKED;
  return __libc_memalign(alignment, bytes);
}
[[gnu::noinline]] void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  TLALOC_ASKED;
  return __libc_memalign(alignment, bytes);
}
[[gnu::noinline]] int posix_memalign(void** p, std::size_t alignment, std::size_t bytes) noexcept {
  TLALOC_ASKED;
  *p = __libc_memalign(alignment, bytes);
  return *p == nullptr ? ENOMEM : 0;
}
void free(void* p) noexcept { __libc_free(p); }
}

[[gnu::noinline]] void* operator new(std::size_t bytes) {
  TLALOC_ASKED;
  if (void* p = __libc_malloc(bytes == 0 ? 1 : bytes)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  TLALOC_ASKED;
  if (void* p = __libc_memalign(std::size_t(alignment), bytes)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { __libc_free(p); }
void operator delete(void* p, std::size_t) noexcept { __libc_free(p); }
void operator delete(void* p, std::align_val_t) noexcept { __libc_free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { __libc_free(p); }

#undef TLALOC_ASKED
