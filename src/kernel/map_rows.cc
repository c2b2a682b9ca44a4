// How a map walks its operands (map.h): blocks for the threads, rows of a block, whole vectors of a
// row, and the rest of a row in padded vectors. What is not dense is laid out first.
#include <algorithm>
#include <cstring>

#include <tlaloc/map.h>

#include "kernel/parallel.h"

namespace tlaloc::detail {
namespace {

constexpr std::size_t kBlockBytes = std::size_t(256) << 10;  // per block: fits a second-level cache
constexpr std::size_t kAlone = 4096;                         // elements that are not worth a cut
constexpr std::size_t kShortRow = 64;                        // columns: shorter rows go together
constexpr std::size_t kVector = 64;                          // bytes of the widest vector
constexpr std::size_t kPattern = kShortRow * kVector;        // of a vector's count of short rows
constexpr std::size_t kTogether = 32;                        // operands that patterns are kept for

/// Rounding to nearest and subnormals kept while a block runs, whatever the thread was set to.
class FloatMode {
 public:
  FloatMode() : saved_(__builtin_ia32_stmxcsr()) {
    if (saved_ & kOthers) [[unlikely]]
      __builtin_ia32_ldmxcsr(saved_ & ~kOthers);
  }
  ~FloatMode() {
    if (saved_ & kOthers) [[unlikely]]
      __builtin_ia32_ldmxcsr(saved_);
  }
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;

 private:
  static constexpr unsigned kOthers = 0xe040;  // both rounding bits, flush to zero, denormals zero
  unsigned saved_;
};

/// A rectangle of a map: rows [row, row_end), columns [col, col_end).
struct Block {
  std::size_t row, row_end, col, col_end;
};

/// Calls visit with an unsigned integer as wide as an element.
template <class F>
void with_element(std::size_t size, F visit) {
  if (size == 1) return visit(std::uint8_t());
  if (size == 2) return visit(std::uint16_t());
  if (size == 4) return visit(std::uint32_t());
  return visit(std::uint64_t());
}

/// n elements `step` apart, from `from` on, laid out at `to`; what is behind them.
std::byte* lay_out(std::byte* to, const std::byte* from, std::ptrdiff_t step, std::size_t n,
                   std::size_t size) {
  with_element(size, [&]<class U>(U) {
    for (std::size_t i = 0; i < n; ++i)
      std::memcpy(to + i * sizeof(U), from + std::ptrdiff_t(i) * step * std::ptrdiff_t(sizeof(U)),
                  sizeof(U));
  });
  return to + n * size;
}

/// The code and operands of a map, and room for one block of it.
class BlockRunner {
 public:
  struct Room {
    alignas(kVector) std::byte vector[kVector];
  };
  struct Pattern {
    alignas(kVector) std::byte bytes[kPattern];
  };

  BlockRunner(const MapCode& code, const void* f, std::size_t cols, const Strided* operands,
              std::size_t count, Run* runs, Room* rooms)
      : f_(f),
        cols_(cols),
        operands_(operands),
        count_(count),
        runs_(runs),
        tails_(runs + count),
        rooms_(rooms) {
    const int level = std::max(map_level(), code.least_level);
    span_ = code.levels[level - 2];
    width_ = std::size_t(lanes::register_bytes(level)) / (code.wide ? 8 : 4);
  }

  void operator()(const Block& b) {
    FloatMode mode;
    std::size_t row = b.row;
    if (cols_ < kShortRow && cols_ % width_ != 0 && b.row_end - b.row >= width_ &&
        count_ <= kTogether)
      row = short_rows(b.row, b.row_end);
    bool first = true;
    for (; row < b.row_end; ++row, first = false) one_row(row, b.col, b.col_end, first);
  }

 private:
  const std::byte* at(const Strided& o, std::size_t row, std::size_t col) const {
    const std::ptrdiff_t place = o.row * std::ptrdiff_t(row) + o.col * std::ptrdiff_t(col);
    return o.data + place * std::ptrdiff_t(o.size);
  }

  void one_row(std::size_t row, std::size_t col, std::size_t col_end, bool first) {
    for (std::size_t k = 0; k < count_; ++k) {
      const Strided& o = operands_[k];
      const std::byte* from = at(o, row, col);
      if (o.col != 0) {
        runs_[k] = {const_cast<std::byte*>(from), 1};
      } else if (first || o.row != 0) {
        lay_out(rooms_[k].vector, from, 0, width_, o.size);
        runs_[k] = {rooms_[k].vector, 0};
      }
    }
    run(col_end - col);
  }

  /// As many rows at once as a vector has elements, so that a run is whole vectors; the first row
  /// that is left.
  std::size_t short_rows(std::size_t row, std::size_t row_end) {
    Pattern patterns[kTogether];
    for (std::size_t k = 0; k < count_; ++k)
      if (!operands_[k].is_out && operands_[k].row == 0) lay_rows(patterns[k], operands_[k], 0);
    for (; row + width_ <= row_end; row += width_) {
      for (std::size_t k = 0; k < count_; ++k) {
        const Strided& o = operands_[k];
        const bool dense = o.col != 0 && o.row == std::ptrdiff_t(cols_);
        if (!dense && o.row != 0) lay_rows(patterns[k], o, row);
        runs_[k] = {dense ? const_cast<std::byte*>(at(o, row, 0)) : patterns[k].bytes, 1};
      }
      run(width_ * cols_);
    }
    return row;
  }
  void lay_rows(Pattern& to, const Strided& o, std::size_t row) const {
    std::byte* end = to.bytes;
    for (std::size_t i = 0; i < width_; ++i)
      end = lay_out(end, at(o, row + i, 0), o.col, cols_, o.size);
  }

  void run(std::size_t n) const {
    const std::size_t rest = n % width_, whole = n - rest;
    if (whole > 0) span_(f_, whole, runs_);
    if (rest > 0) padded(whole, rest);
  }

  /// The last elements, padded with copies of the first of them: nothing is read or written beyond
  /// the buffers, and no pad can trap where its neighbours do not.
  void padded(std::size_t from, std::size_t n) const {
    for (std::size_t k = 0; k < count_; ++k) {
      const Strided& o = operands_[k];
      tails_[k] = runs_[k];
      if (runs_[k].step == 0) continue;
      tails_[k].data = rooms_[k].vector;
      if (o.is_out) continue;
      const std::byte* data = static_cast<const std::byte*>(runs_[k].data) + from * o.size;
      std::memcpy(rooms_[k].vector, data, n * o.size);
      lay_out(rooms_[k].vector + n * o.size, data, 0, width_ - n, o.size);
    }
    span_(f_, width_, tails_);
    for (std::size_t k = 0; k < count_; ++k)
      if (const Strided& o = operands_[k]; o.is_out)
        std::memcpy(static_cast<std::byte*>(runs_[k].data) + from * o.size, rooms_[k].vector,
                    n * o.size);
  }

  const void* f_;
  std::size_t cols_;
  const Strided* operands_;
  std::size_t count_;
  Run *runs_, *tails_;
  Room* rooms_;
  SpanCode span_;
  std::size_t width_;
};

void run_block(const MapCode& code, const void* f, std::size_t cols, const Strided* operands,
               std::size_t count, const Block& b) {
  // A map's operands are few: what it needs to run is on the stack.
  auto* runs = static_cast<Run*>(__builtin_alloca(2 * count * sizeof(Run)));
  auto* rooms = static_cast<BlockRunner::Room*>(__builtin_alloca_with_align(
      count * sizeof(BlockRunner::Room), 8 * alignof(BlockRunner::Room)));
  BlockRunner(code, f, cols, operands, count, runs, rooms)(b);
}

}  // namespace

void run_map_here(const MapCode& code, const void* f, Extent e, const Strided* operands,
                  std::size_t count) noexcept {
  if (e.rows * e.cols > 0) run_block(code, f, e.cols, operands, count, {0, e.rows, 0, e.cols});
}

void run_map(const MapCode& code, const void* f, Extent e, const Strided* operands,
             std::size_t count) noexcept {
  std::size_t bytes = 0;  // that an element moves
  for (std::size_t k = 0; k < count; ++k) bytes += operands[k].size;
  const std::size_t total = e.rows * e.cols;
  if (total <= kAlone || total * bytes <= kBlockBytes)
    return run_map_here(code, f, e, operands, count);
  // Multiples of 64: neighbours do not share a cache line, and short rows stay in full groups.
  const std::size_t elements = std::max<std::size_t>(kBlockBytes / bytes / 64 * 64, 64);
  const bool by_rows = e.cols <= elements;
  const std::size_t rows = by_rows ? (elements / e.cols + 63) / 64 * 64 : 1;
  const std::size_t cols = by_rows ? e.cols : elements;
  const std::size_t across = (e.cols + cols - 1) / cols;
  const std::size_t down = (e.rows + rows - 1) / rows;
  kernel::parallel_for(across * down, [&](std::size_t i) {
    const std::size_t r = i / across * rows, c = i % across * cols;
    run_block(code, f, e.cols, operands, count,
              {r, std::min(r + rows, e.rows), c, std::min(c + cols, e.cols)});
  });
}

}  // namespace tlaloc::detail
