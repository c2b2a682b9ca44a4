// Room that a kernel needs while it runs, from the pool.
#pragma once

#include <cstddef>

#include "kernel/pool.h"
#include "pen/host_each.h"

namespace tlaloc::ops {

class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (data_ != nullptr) kernel::release(data_, bytes_);
  }
  /// Room for n elements, once.
  template <class T>
  T* as(std::int64_t n) {
    bytes_ = static_cast<std::size_t>(n) * sizeof(T);
    data_ = kernel::acquire(bytes_);
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace tlaloc::ops
