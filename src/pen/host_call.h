// What an op's reference and kernel read and write: dense row-major buffers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tlaloc/dtype.h>

#include "ir/attrs.h"

namespace tlaloc::pen {

/// A dense row-major buffer that somebody else owns. Scalars have no sizes and one element.
struct HostBuffer {
  DType dtype = DType::f32;
  std::span<const std::int64_t> sizes;
  void* data = nullptr;

  std::int64_t count() const {
    std::int64_t n = 1;
    for (std::int64_t s : sizes) n *= s;
    return n;
  }
  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

/// One run of an op. Results are allocated and may hold anything; a kernel of a pointwise op may be
/// given a result whose data is an operand's. Sizes in `attrs` are constants by now.
struct HostCall {
  std::span<const HostBuffer> x;
  std::span<const HostBuffer> y;
  const ir::Attrs& attrs;
};

}  // namespace tlaloc::pen
