// The fused map: one pass over buffers, the body a lambda on lanes. Printed programs end here.
//   map_buffers(f, {rows, cols}, In<float>{x}, In<float>{w, 0, 1}, Out<float>{y});
//   f = [](const auto& x, const auto& w, auto& y) TLALOC_LANE_BODY { y = tanh(x * w); }
// 1. f takes one lane an operand, in the order given: In by const reference, Out by reference, to
//    be assigned. Outs are dense [rows, cols].
// 2. An Out may be the very buffer of an In of equal element size (in place); other overlap is not
//    allowed. f must be the same for every element: it sees neither index nor thread.
// 3. The bits of an element depend on its operands alone: not on position, sizes, threads, the
//    instruction level chosen at run time, compiler, or any flag this file is compiled with.
#pragma once

#include <tlaloc/lane.h>

namespace tlaloc {
struct bfloat16;
}

namespace tlaloc::detail {

/// An operand read at data[row * i + col * j] for element (i, j); col is 0 or 1.
/// {x}: dense, given rows == 1. {w, 0, 1}: a row for all rows. {b, 1, 0}: one value a row.
/// {s, 0, 0}: a scalar, read through its pointer.
template <class T>
struct In {
  const T* data;
  std::ptrdiff_t row = 0;
  std::ptrdiff_t col = 1;
};

/// A dense result [rows, cols].
template <class T>
struct Out {
  T* data;
};

struct Extent {
  std::size_t rows = 1;
  std::size_t cols = 0;
};

/// A rectangle of a map: rows [row, row_end), columns [col, col_end).
struct Block {
  std::size_t row, row_end, col, col_end;
};

/// 2, 3 or 4: what this machine can do.
int machine_level() noexcept;
/// The level of maps: the machine's, or a lower one that TLALOC_ISA asked for. Chosen once.
int map_level() noexcept;
/// Lowers the level, for tests; 0 restores the machine's.
void set_map_level(int level) noexcept;
/// Runs body(context, block) over blocks that cover the extent, on several threads if it is large.
/// `bytes` is what an element moves. Blocks depend on sizes alone.
void map_blocks(Extent e, std::size_t bytes, void (*body)(void*, const Block&),
                void* context) noexcept;

}  // namespace tlaloc::detail

TLALOC_LANES_BEGIN

namespace tlaloc::detail {

template <class T>
struct LaneElement {
  using type = T;
};
template <>
struct LaneElement<bfloat16> {
  using type = float;
};

template <class O>
struct OperandOf;
template <class T>
struct OperandOf<In<T>> {
  using Stored = T;
  static constexpr bool out = false;
};
template <class T>
struct OperandOf<Out<T>> {
  using Stored = T;
  static constexpr bool out = true;
};

/// Reads and writes W elements that may be stored otherwise than they are computed.
template <class T, int W, int L>
TLALOC_LANE_FN void load_lane(lanes::Lane<T, W, L>& x, const T* p) {
  if constexpr (__is_same(T, bool)) {
    lanes::Vec<std::uint8_t, W> b;
    __builtin_memcpy(&b, p, W);
    using I = typename lanes::Lane<bool, W, L>::I;
    x.v = __builtin_convertvector(b, lanes::Vec<I, W>) != 0;
  } else {
    __builtin_memcpy(&x.v, p, sizeof x.v);
  }
}
template <class T, int W, int L>
TLALOC_LANE_FN void store_lane(const lanes::Lane<T, W, L>& x, T* p) {
  if constexpr (__is_same(T, bool)) {
    auto b = __builtin_convertvector(x.v, lanes::Vec<std::uint8_t, W>) & std::uint8_t(1);
    __builtin_memcpy(p, &b, W);
  } else {
    __builtin_memcpy(p, &x.v, sizeof x.v);
  }
}
template <int W, int L>
TLALOC_LANE_FN void load_lane(lanes::Lane<float, W, L>& x, const bfloat16* p) {
  lanes::Vec<std::uint16_t, W> h;
  __builtin_memcpy(&h, static_cast<const void*>(p), sizeof h);
  auto u = __builtin_convertvector(h, lanes::Vec<std::uint32_t, W>) << 16;
  __builtin_memcpy(&x.v, &u, sizeof u);
}
template <int W, int L>
TLALOC_LANE_FN void store_lane(const lanes::Lane<float, W, L>& x, bfloat16* p) {
  using U = lanes::Vec<std::uint32_t, W>;
  U u = (U)x.v;
  U even = (u + 0x7fff + ((u >> 16) & 1)) >> 16, nan = (u >> 16) | 0x40;
  u = ((u & 0x7fffffffu) > 0x7f800000u) ? nan : even;
  auto h = __builtin_convertvector(u, lanes::Vec<std::uint16_t, W>);
  __builtin_memcpy(static_cast<void*>(p), &h, sizeof h);
}

/// Short rows are computed several at a time: kShortRow columns and fewer.
inline constexpr std::size_t kShortRow = 64;

/// Room to lay out what is not dense: an operand's scalar, row pattern or padded tail.
template <class O, int W>
struct Room {
  TLALOC_LANE_FN Room() {}  // not zeroed
  alignas(64) unsigned char bytes[kShortRow * W * sizeof(typename OperandOf<O>::Stored)];
};

/// Where an operand stands in a run of elements: data[step * i].
template <class T>
struct Cursor {
  T* data;
  std::ptrdiff_t step;
};
template <class T>
TLALOC_LANE_FN void splat(T* to, const T& value, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) to[i] = value;
}

/// The cursor of row i from column j on.
template <int W, class T, class R>
TLALOC_LANE_FN Cursor<const T> row_cursor(const In<T>& x, std::size_t i, std::size_t j, std::size_t,
                                          R& room) {
  const T* p = x.data + x.row * std::ptrdiff_t(i) + x.col * std::ptrdiff_t(j);
  if (x.col) return {p, 1};
  T* r = reinterpret_cast<T*>(room.bytes);
  splat(r, *p, W);
  return {r, 0};
}
template <int W, class T, class R>
TLALOC_LANE_FN Cursor<T> row_cursor(const Out<T>& y, std::size_t i, std::size_t j, std::size_t cols,
                                    R&) {
  return {y.data + i * cols + j, 1};
}

/// For W short rows as one: lays out once what is the same in all of them…
template <int W, class T, class R>
TLALOC_LANE_FN void lay_pattern(const In<T>& x, std::size_t cols, R& room) {
  if (x.row) return;
  T* r = reinterpret_cast<T*>(room.bytes);
  for (int i = 0; i < W; ++i)
    for (std::size_t j = 0; j < cols; ++j) *r++ = x.data[x.col * std::ptrdiff_t(j)];
}
template <int W, class T, class R>
TLALOC_LANE_FN void lay_pattern(const Out<T>&, std::size_t, R&) {}
/// …and gives the cursor of the rows from i on.
template <int W, class T, class R>
TLALOC_LANE_FN Cursor<const T> rows_cursor(const In<T>& x, std::size_t i, std::size_t cols,
                                           R& room) {
  T* r = reinterpret_cast<T*>(room.bytes);
  const T* p = x.data + x.row * std::ptrdiff_t(i);
  if (x.row == 0) return {r, 1};
  if (x.col && x.row == std::ptrdiff_t(cols)) return {p, 1};
  for (int k = 0; k < W; ++k, p += x.row)
    for (std::size_t j = 0; j < cols; ++j)
      r[std::size_t(k) * cols + j] = p[x.col * std::ptrdiff_t(j)];
  return {r, 1};
}
template <int W, class T, class R>
TLALOC_LANE_FN Cursor<T> rows_cursor(const Out<T>& y, std::size_t i, std::size_t cols, R&) {
  return {y.data + i * cols, 1};
}

template <class T, class X>
TLALOC_LANE_FN void get(X& x, const Cursor<const T>& c, std::size_t i) {
  load_lane(x, c.data + c.step * std::ptrdiff_t(i));
}
template <class T, class X>
TLALOC_LANE_FN void get(X& x, const Cursor<T>&, std::size_t) {
  x = X{};
}
template <class T, class X>
TLALOC_LANE_FN void put(const X&, const Cursor<const T>&, std::size_t) {}
template <class T, class X>
TLALOC_LANE_FN void put(const X& x, const Cursor<T>& c, std::size_t i) {
  store_lane(x, c.data + i);
}
/// The last k < W elements, padded with copies of the first: nothing is read beyond the buffers,
/// and no pad can trap where its neighbours do not.
template <int W, class T, class X>
TLALOC_LANE_FN void get_some(X& x, const Cursor<const T>& c, std::size_t i, std::size_t k) {
  alignas(64) T tail[W];
  for (std::size_t j = 0; j < W; ++j)
    tail[j] = c.data[c.step * std::ptrdiff_t(i + (j < k ? j : 0))];
  load_lane(x, static_cast<const T*>(tail));
}
template <int W, class T, class X>
TLALOC_LANE_FN void get_some(X& x, const Cursor<T>&, std::size_t, std::size_t) {
  x = X{};
}
template <int W, class T, class X>
TLALOC_LANE_FN void put_some(const X&, const Cursor<const T>&, std::size_t, std::size_t) {}
template <int W, class T, class X>
TLALOC_LANE_FN void put_some(const X& x, const Cursor<T>& c, std::size_t i, std::size_t k) {
  alignas(64) T tail[W];
  store_lane(x, static_cast<T*>(tail));
  for (std::size_t j = 0; j < k; ++j) c.data[i + j] = tail[j];
}

template <class O, int W, int L>
using LaneFor = lanes::Lane<typename LaneElement<typename OperandOf<O>::Stored>::type, W, L>;

/// n elements at the cursors.
template <int W, int L, class... O, class F, class... C>
TLALOC_LANE_FN void run_span(const F& f, std::size_t n, const C&... c) {
  std::size_t i = 0;
  for (; i + W <= n; i += W) {
    [&](auto&&... x) TLALOC_LANE_BODY {
      (get(x, c, i), ...);
      f(x...);
      (put(x, c, i), ...);
    }(LaneFor<O, W, L>()...);
  }
  if (i < n) {
    [&](auto&&... x) TLALOC_LANE_BODY {
      (get_some<W>(x, c, i, n - i), ...);
      f(x...);
      (put_some<W>(x, c, i, n - i), ...);
    }(LaneFor<O, W, L>()...);
  }
}

template <int W, int L, class F, class... O>
TLALOC_LANE_FN void run_block(const F& f, std::size_t cols, const Block& b, const O&... o) {
  [&](auto&&... room) TLALOC_LANE_BODY {
    std::size_t i = b.row;
    if (cols < kShortRow && cols % W != 0 && b.row_end - b.row >= std::size_t(W)) {
      (lay_pattern<W>(o, cols, room), ...);
      for (; i + W <= b.row_end; i += W)
        run_span<W, L, O...>(f, cols * W, rows_cursor<W>(o, i, cols, room)...);
    }
    for (; i < b.row_end; ++i)
      run_span<W, L, O...>(f, b.col_end - b.col, row_cursor<W>(o, i, b.col, cols, room)...);
  }(Room<O, W>()...);
}

/// Rounding to nearest and subnormals kept while a block runs, whatever the thread was set to.
struct FloatMode {
  unsigned saved;
  TLALOC_LANE_FN FloatMode() : saved(__builtin_ia32_stmxcsr()) {
    if (saved & 0xe040) [[unlikely]]
      __builtin_ia32_ldmxcsr(saved & ~0xe040u);
  }
  TLALOC_LANE_FN ~FloatMode() {
    if (saved & 0xe040) [[unlikely]]
      __builtin_ia32_ldmxcsr(saved);
  }
};

template <class... O>
inline constexpr bool kWide = ((sizeof(typename OperandOf<O>::Stored) == 8) || ...);
template <bool Wide, int L>
inline constexpr int kLanes = lanes::register_bytes(L) / (Wide ? 8 : 4);

#if defined(__clang__)
#define TLALOC_MAP_ENTRY __attribute__((noinline, min_vector_width(512)))
#else
#define TLALOC_MAP_ENTRY __attribute__((noinline)) TLALOC_LANE_OPTIMIZE
#endif

template <bool Wide, class F, class... O>
TLALOC_MAP_ENTRY __attribute__((
    target("avx512f,avx512bw,avx512dq,avx512vl,avx512cd,fma,avx2,bmi,bmi2,f16c,lzcnt,movbe"))) void
map_v4(const F& f, std::size_t cols, const Block& b, const O&... o) {
  FloatMode mode;
  run_block<kLanes<Wide, 4>, 4>(f, cols, b, o...);
}
template <bool Wide, class F, class... O>
TLALOC_MAP_ENTRY __attribute__((target("avx2,fma,bmi,bmi2,f16c,lzcnt,movbe"))) void map_v3(
    const F& f, std::size_t cols, const Block& b, const O&... o) {
  FloatMode mode;
  run_block<kLanes<Wide, 3>, 3>(f, cols, b, o...);
}
template <bool Wide, class F, class... O>
TLALOC_MAP_ENTRY void map_v2(const F& f, std::size_t cols, const Block& b, const O&... o) {
  FloatMode mode;
  run_block<kLanes<Wide, 2>, 2>(f, cols, b, o...);
}

/// The map over one block, on this thread.
template <bool Wide, class F, class... O>
void map_block(int level, const F& f, std::size_t cols, const Block& b, const O&... o) {
  if (level == 4)
    map_v4<Wide>(f, cols, b, o...);
  else if (level == 3)
    map_v3<Wide>(f, cols, b, o...);
  else
    map_v2<Wide>(f, cols, b, o...);
}

/// See the head of the file. Wide: f computes with 8-byte elements though no operand is so wide.
template <bool Wide = false, class F, class... O>
void map_buffers(const F& f, Extent e, const O&... o) {
  constexpr bool wide = Wide || kWide<O...>;
  const int level = map_level();
  auto body = [&](const Block& b) { map_block<wide>(level, f, e.cols, b, o...); };
  constexpr std::size_t bytes = (sizeof(typename OperandOf<O>::Stored) + ...);
  const std::size_t total = e.rows * e.cols;
  if (total == 0) return;
  if (total <= 4096) return body(Block{0, e.rows, 0, e.cols});
  map_blocks(
      e, bytes, [](void* c, const Block& b) { (*static_cast<decltype(body)*>(c))(b); }, &body);
}

}  // namespace tlaloc::detail

TLALOC_LANES_END
