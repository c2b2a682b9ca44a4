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

#include <cstddef>
#include <utility>

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

/// An operand as the library walks it: element (i, j) stands at data + (row i + col j) size.
struct Strided {
  std::byte* data;
  std::ptrdiff_t row, col;
  std::size_t size;
  bool is_out;
};

/// Where a run of elements stands: element i at data[step * i]. Step 0: a vector full of one value.
struct Run {
  void* data;
  std::ptrdiff_t step;
};

/// f on n elements, which are whole vectors.
using SpanCode = void (*)(const void* f, std::size_t n, const Run* runs);

/// A lambda on lanes, compiled for levels 2, 3 and 4.
struct MapCode {
  SpanCode levels[3];
  bool wide;        ///< vectors of 8-byte elements, else of 4-byte ones
  int least_level;  ///< what its file is compiled for anyway
};

/// 2, 3 or 4: what this machine can do.
int machine_level() noexcept;
/// The level of maps: the machine's, or a lower one that TLALOC_ISA asked for. Chosen once.
int map_level() noexcept;
/// Lowers the level, for tests; 0 restores the machine's.
void set_map_level(int level) noexcept;

/// Runs the code over all elements: rows and columns, short rows several at a time, what is left of
/// a row in a padded vector. Large maps run on several threads, cut by sizes alone.
void run_map(const MapCode& code, const void* f, Extent e, const Strided* operands,
             std::size_t count) noexcept;
/// The same on this thread.
void run_map_here(const MapCode& code, const void* f, Extent e, const Strided* operands,
                  std::size_t count) noexcept;

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
  static constexpr bool is_out = false;
};
template <class T>
struct OperandOf<Out<T>> {
  using Stored = T;
  static constexpr bool is_out = true;
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

template <class O, class X>
TLALOC_LANE_FN void get(X& x, const Run& run, std::size_t i) {
  using T = typename OperandOf<O>::Stored;
  if constexpr (OperandOf<O>::is_out)
    x = X{};
  else
    load_lane(x, static_cast<const T*>(run.data) + run.step * std::ptrdiff_t(i));
}
template <class O, class X>
TLALOC_LANE_FN void put(const X& x, const Run& run, std::size_t i) {
  using T = typename OperandOf<O>::Stored;
  if constexpr (OperandOf<O>::is_out) store_lane(x, static_cast<T*>(run.data) + i);
}

template <class O, int W, int L>
using LaneFor = lanes::Lane<typename LaneElement<typename OperandOf<O>::Stored>::type, W, L>;

/// n elements, whole vectors.
template <int W, int L, class... O, class F, std::size_t... I>
TLALOC_LANE_FN void run_span(const F& f, std::size_t n, const Run* runs,
                             std::index_sequence<I...>) {
  const Run run[] = {runs[I]...};  // a store may not change it
  for (std::size_t i = 0; i < n; i += W) {
    [&](auto&&... x) TLALOC_LANE_BODY {
      (get<O>(x, run[I], i), ...);
      f(x...);
      (put<O>(x, run[I], i), ...);
    }(LaneFor<O, W, L>()...);
  }
}

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
map_v4(const void* f, std::size_t n, const Run* runs) {
  run_span<kLanes<Wide, 4>, 4, O...>(*static_cast<const F*>(f), n, runs,
                                     std::index_sequence_for<O...>());
}
template <bool Wide, class F, class... O>
TLALOC_MAP_ENTRY __attribute__((target("avx2,fma,bmi,bmi2,f16c,lzcnt,movbe"))) void map_v3(
    const void* f, std::size_t n, const Run* runs) {
  run_span<kLanes<Wide, 3>, 3, O...>(*static_cast<const F*>(f), n, runs,
                                     std::index_sequence_for<O...>());
}
template <bool Wide, class F, class... O>
TLALOC_MAP_ENTRY void map_v2(const void* f, std::size_t n, const Run* runs) {
  run_span<kLanes<Wide, 2>, 2, O...>(*static_cast<const F*>(f), n, runs,
                                     std::index_sequence_for<O...>());
}

/// Levels below the one that a file is compiled for are left out: its code runs nowhere else.
template <bool Wide, class F, class... O>
constexpr MapCode map_code() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__) && defined(__AVX512CD__)
  return {{nullptr, nullptr, map_v4<Wide, F, O...>}, Wide, 4};
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__) && defined(__F16C__)
  return {{nullptr, map_v3<Wide, F, O...>, map_v4<Wide, F, O...>}, Wide, 3};
#else
  return {{map_v2<Wide, F, O...>, map_v3<Wide, F, O...>, map_v4<Wide, F, O...>}, Wide, 2};
#endif
}
/// One table a lambda. Wide: f computes with 8-byte elements though no operand is so wide.
template <bool Wide, class F, class... O>
inline constexpr MapCode kMapCode = map_code<Wide || kWide<O...>, F, O...>();

template <class T>
Strided strided(const In<T>& x, Extent) {
  return {reinterpret_cast<std::byte*>(const_cast<T*>(x.data)), x.row, x.col, sizeof(T), false};
}
template <class T>
Strided strided(const Out<T>& y, Extent e) {
  return {reinterpret_cast<std::byte*>(y.data), std::ptrdiff_t(e.cols), 1, sizeof(T), true};
}

/// See the head of the file.
template <bool Wide = false, class F, class... O>
void map_buffers(const F& f, Extent e, const O&... o) {
  const Strided operands[] = {strided(o, e)...};
  run_map(kMapCode<Wide, F, O...>, &f, e, operands, sizeof...(O));
}
/// The same on this thread.
template <bool Wide = false, class F, class... O>
void map_buffers_here(const F& f, Extent e, const O&... o) {
  const Strided operands[] = {strided(o, e)...};
  run_map_here(kMapCode<Wide, F, O...>, &f, e, operands, sizeof...(O));
}

}  // namespace tlaloc::detail

TLALOC_LANES_END
