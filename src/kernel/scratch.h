// A pool buffer for the length of a scope.
#pragma once

#include <cstddef>

#include "kernel/pool.h"

namespace tlaloc::kernel {

template <class T>
struct Scratch {
  std::size_t bytes;
  T* data;
  explicit Scratch(std::size_t n) : bytes(n * sizeof(T)), data(static_cast<T*>(acquire(bytes))) {}
  ~Scratch() { release(data, bytes); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

}  // namespace tlaloc::kernel
