// Lanes: W values of one type that are computed side by side, and the arithmetic on them.
// A lane function gives each element the bits it would have alone: at every instruction level, at
// every position, with either compiler, under any user flag. Therefore nothing here contracts a
// multiplication with an addition; where one rounding is wanted it says fma().
// 1. Lane<T, W, L>: one vector of W elements; L is the instruction level (2: x86-64, 3: AVX2 and
//    FMA, 4: AVX-512). A program on 4-byte values fills the vector registers of its level; one that
//    holds 8-byte values has half as many lanes.
// 2. Everything is inlined and travels in structs, so that no vector crosses an ABI boundary.
// 3. Lane<bool, W, L> is a mask with all bits of an element set or none.
// Included by generated code: no heavy headers.
#pragma once

#include <cstddef>
#include <cstdint>

#define TLALOC_LANE_FN __attribute__((always_inline)) inline
/// Put behind a lambda's parameter list: the body of a map must be inlined into its entry point.
#define TLALOC_LANE_BODY __attribute__((always_inline))

#if defined(__clang__)
#define TLALOC_LANES_BEGIN                                               \
  _Pragma("float_control(push)") _Pragma("float_control(precise, on)")   \
      _Pragma("clang fp contract(off)") _Pragma("clang diagnostic push") \
          _Pragma("clang diagnostic ignored \"-Wpsabi\"")
#define TLALOC_LANES_END _Pragma("clang diagnostic pop") _Pragma("float_control(pop)")
#define TLALOC_LANE_OPTIMIZE
#else
#define TLALOC_LANES_BEGIN                                                                 \
  _Pragma("GCC push_options")                                                              \
      _Pragma("GCC optimize(\"O2\", \"no-fast-math\", \"fp-contract=off\")")               \
          _Pragma("GCC optimize(\"no-unsafe-math-optimizations\", \"signed-zeros\")")      \
              _Pragma("GCC optimize(\"no-finite-math-only\", \"trapping-math\")")          \
                  _Pragma("GCC optimize(\"no-associative-math\", \"no-reciprocal-math\")") \
                      _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpsabi\"")
#define TLALOC_LANES_END _Pragma("GCC diagnostic pop") _Pragma("GCC pop_options")
#define TLALOC_LANE_OPTIMIZE                                                      \
  __attribute__((optimize("O2", "no-fast-math", "no-unsafe-math-optimizations",   \
                          "no-finite-math-only", "signed-zeros", "trapping-math", \
                          "no-associative-math", "no-reciprocal-math", "fp-contract=off")))
#endif

TLALOC_LANES_BEGIN

namespace tlaloc::detail::lanes {

template <class T, int W>
struct VecOf {
  typedef T type __attribute__((vector_size(sizeof(T) * W)));
};
template <class T, int W>
using Vec = typename VecOf<T, W>::type;

/// Bytes of a vector register at a level.
constexpr int register_bytes(int level) { return level == 4 ? 64 : level == 3 ? 32 : 16; }

template <int Bytes>
struct IntOfSize;
template <>
struct IntOfSize<1> {
  using s = std::int8_t;
  using u = std::uint8_t;
};
template <>
struct IntOfSize<2> {
  using s = std::int16_t;
  using u = std::uint16_t;
};
template <>
struct IntOfSize<4> {
  using s = std::int32_t;
  using u = std::uint32_t;
};
template <>
struct IntOfSize<8> {
  using s = std::int64_t;
  using u = std::uint64_t;
};
template <class T>
using SignedOf = typename IntOfSize<sizeof(T)>::s;
template <class T>
using UnsignedOf = typename IntOfSize<sizeof(T)>::u;

template <class T>
inline constexpr bool kFloating = false;
template <>
inline constexpr bool kFloating<float> = true;
template <>
inline constexpr bool kFloating<double> = true;

template <class T, int W, int L>
struct Lane;

/// Clang makes one instruction (vpternlog) of several logic operations, and where it has to change
/// operands' places, for a choice or a load, it computes another function (LLVM issue 157929, all
/// versions before 23). A fence behind each operation keeps them apart.
template <int L, class V>
TLALOC_LANE_FN void keep_apart([[maybe_unused]] V& v) {
#if defined(__clang__)
#pragma clang fp reassociate(on)  // else there is no fence
#if defined(__AVX512F__)
  constexpr bool has_ternary_logic = true;
#else
  constexpr bool has_ternary_logic = L == 4;
#endif
  if constexpr (has_ternary_logic && sizeof(V) >= 4) {
    using Fenced = float __attribute__((vector_size(sizeof(V))));
    v = (V)__arithmetic_fence((Fenced)v);
  }
#endif
}

/// A mask. Stored in integers that fill a register: 4 bytes an element, or 8 in an 8-byte program.
template <int W, int L>
struct Lane<bool, W, L> {
  using I = typename IntOfSize<(register_bytes(L) / W >= 8 ? 8 : 4)>::s;
  Vec<I, W> v;

  Lane() = default;
  TLALOC_LANE_FN Lane(bool b) : v((b ? I(-1) : I(0)) - Vec<I, W>{}) {}

  /// From and to a mask of elements as wide as T.
  template <class M>
  TLALOC_LANE_FN static Lane of(const M& m) {
    Lane r;
    if constexpr (sizeof(M) == sizeof(r.v))
      r.v = (Vec<I, W>)m;
    else
      r.v = __builtin_convertvector(m, Vec<I, W>);
    return r;
  }
  template <class T>
  TLALOC_LANE_FN void get(Vec<SignedOf<T>, W>& m) const {
    if constexpr (sizeof(T) == sizeof(I))
      m = (Vec<SignedOf<T>, W>)v;
    else
      m = __builtin_convertvector(v, Vec<SignedOf<T>, W>);
  }

  TLALOC_LANE_FN friend Lane operator&(const Lane& a, const Lane& b) { return of(a.v & b.v); }
  TLALOC_LANE_FN friend Lane operator|(const Lane& a, const Lane& b) { return of(a.v | b.v); }
  TLALOC_LANE_FN friend Lane operator^(const Lane& a, const Lane& b) { return of(a.v ^ b.v); }
  TLALOC_LANE_FN friend Lane operator&&(const Lane& a, const Lane& b) { return of(a.v & b.v); }
  TLALOC_LANE_FN friend Lane operator||(const Lane& a, const Lane& b) { return of(a.v | b.v); }
  TLALOC_LANE_FN friend Lane operator!(const Lane& a) { return of(~a.v); }
  TLALOC_LANE_FN friend Lane operator~(const Lane& a) { return of(~a.v); }
  TLALOC_LANE_FN friend Lane operator==(const Lane& a, const Lane& b) { return of(~(a.v ^ b.v)); }
  TLALOC_LANE_FN friend Lane operator!=(const Lane& a, const Lane& b) { return of(a.v ^ b.v); }
  TLALOC_LANE_FN friend Lane where(const Lane& c, const Lane& a, const Lane& b) {
    return of((c.v & a.v) | (~c.v & b.v));
  }
};

/// a * b, rounded, whatever becomes of it.
template <class T, int W>
TLALOC_LANE_FN void multiply_into(Vec<T, W>& y, const Vec<T, W>& a, const Vec<T, W>& b) {
#if defined(__clang__)
  // -ffp-contract=fast fuses in the back end and reads no pragma: only a fence stops it, and the
  // fence is emitted where reassociation is on, which the cast takes from here.
  y = a * b;
  {
    _Pragma("clang fp reassociate(on)") y = (Vec<T, W>)(Vec<SignedOf<T>, W>)__arithmetic_fence(y);
  }
#else
  y = a * b;
#endif
}
/// One rounding of a * b + c; at level 2 element by element, where it may be slow.
template <int L, class T, int W>
TLALOC_LANE_FN void fma_into(Vec<T, W>& y, const Vec<T, W>& a, const Vec<T, W>& b,
                             const Vec<T, W>& c);
template <int L, class T, int W>
TLALOC_LANE_FN void sqrt_into(Vec<T, W>& y, const Vec<T, W>& x);

template <class T, int W, int L>
struct Lane {
  using V = Vec<T, W>;
  using Mask = Lane<bool, W, L>;
  V v;

  Lane() = default;
  TLALOC_LANE_FN Lane(T s) : v(s - V{}) {}  // s - 0, not 0 + s: keeps -0
  TLALOC_LANE_FN static Lane of(const V& v) {
    Lane r;
    r.v = v;
    return r;
  }
  using U = Vec<UnsignedOf<T>, W>;

// Integers wrap: computed as unsigned, for a signed overflow must not be undefined here.
#define TLALOC_LANE_ARITHMETIC(op)                                       \
  TLALOC_LANE_FN friend Lane operator op(const Lane& a, const Lane& b) { \
    if constexpr (kFloating<T>)                                          \
      return of(a.v op b.v);                                             \
    else                                                                 \
      return of((V)((U)a.v op(U) b.v));                                  \
  }
  TLALOC_LANE_ARITHMETIC(+)
  TLALOC_LANE_ARITHMETIC(-)
#undef TLALOC_LANE_ARITHMETIC
  TLALOC_LANE_FN friend Lane operator*(const Lane& a, const Lane& b) {
    if constexpr (kFloating<T>) {
      Lane r;
      multiply_into<T, W>(r.v, a.v, b.v);
      return r;
    } else {
      return of((V)((U)a.v * (U)b.v));
    }
  }
  TLALOC_LANE_FN friend Lane operator/(const Lane& a, const Lane& b) { return of(a.v / b.v); }
  TLALOC_LANE_FN friend Lane operator-(const Lane& a) {
    if constexpr (kFloating<T>)
      return of((V)((U)a.v ^ (UnsignedOf<T>(1) << (sizeof(T) * 8 - 1))));
    else
      return of((V)(-(U)a.v));
  }
  TLALOC_LANE_FN friend Lane operator+(const Lane& a) { return a; }

#define TLALOC_LANE_INTEGER(op) \
  TLALOC_LANE_FN friend Lane operator op(const Lane& a, const Lane& b) { return of(a.v op b.v); }
  TLALOC_LANE_INTEGER(%)
  TLALOC_LANE_INTEGER(<<)
  TLALOC_LANE_INTEGER(>>)
#undef TLALOC_LANE_INTEGER
#define TLALOC_LANE_LOGIC(op)                                            \
  TLALOC_LANE_FN friend Lane operator op(const Lane& a, const Lane& b) { \
    Lane r = of(a.v op b.v);                                             \
    keep_apart<L>(r.v);                                                  \
    return r;                                                            \
  }
  TLALOC_LANE_LOGIC(&)
  TLALOC_LANE_LOGIC(|)
  TLALOC_LANE_LOGIC(^)
#undef TLALOC_LANE_LOGIC
  TLALOC_LANE_FN friend Lane operator~(const Lane& a) {
    Lane r = of(~a.v);
    keep_apart<L>(r.v);
    return r;
  }

#define TLALOC_LANE_COMPARE(op)                                          \
  TLALOC_LANE_FN friend Mask operator op(const Lane& a, const Lane& b) { \
    Vec<SignedOf<T>, W> m = (Vec<SignedOf<T>, W>)(a.v op b.v);           \
    return Mask::of(m);                                                  \
  }
  TLALOC_LANE_COMPARE(<)
  TLALOC_LANE_COMPARE(<=)
  TLALOC_LANE_COMPARE(>)
  TLALOC_LANE_COMPARE(>=)
  TLALOC_LANE_COMPARE(==)
  TLALOC_LANE_COMPARE(!=)
#undef TLALOC_LANE_COMPARE

#define TLALOC_LANE_ASSIGN(op) \
  TLALOC_LANE_FN Lane& operator op##=(const Lane & b) { return *this = *this op b; }
  TLALOC_LANE_ASSIGN(+)
  TLALOC_LANE_ASSIGN(-)
  TLALOC_LANE_ASSIGN(*)
  TLALOC_LANE_ASSIGN(/)
#undef TLALOC_LANE_ASSIGN

  /// c ? a : b, element by element.
  TLALOC_LANE_FN friend Lane where(const Mask& c, const Lane& a, const Lane& b) {
    Vec<SignedOf<T>, W> m;
    c.template get<T>(m);
#if defined(__clang__)  // as integers: a choice of floats would take the user's flags
    return of((V)(m ? (Vec<SignedOf<T>, W>)a.v : (Vec<SignedOf<T>, W>)b.v));
#else
    return of(m ? a.v : b.v);
#endif
  }
  TLALOC_LANE_FN friend Lane fma(const Lane& a, const Lane& b, const Lane& c) {
    Lane r;
    fma_into<L, T, W>(r.v, a.v, b.v, c.v);
    return r;
  }
};

/// The element type of a lane; of a scalar, itself.
template <class X>
struct ElementOf {
  using type = X;
};
template <class T, int W, int L>
struct ElementOf<Lane<T, W, L>> {
  using type = T;
};
template <class X>
using Elem = typename ElementOf<X>::type;

/// The lane (or scalar) of another element type beside X.
template <class T, class X>
struct Beside {
  using type = T;
};
template <class T, class E, int W, int L>
struct Beside<T, Lane<E, W, L>> {
  using type = Lane<T, W, L>;
};
template <class T, class X>
using Like = typename Beside<T, X>::type;

template <class X>
using UIntLike = Like<UnsignedOf<Elem<X>>, X>;

// ---- conversions ----

/// static_cast of every element. Out-of-range floats to integers are unspecified, as in C++.
template <class To, class T, int W, int L>
TLALOC_LANE_FN Lane<To, W, L> cast(const Lane<T, W, L>& x) {
  if constexpr (__is_same(To, T))
    return x;
  else if constexpr (__is_same(To, bool))
    return x != Lane<T, W, L>(T(0));
  else if constexpr (__is_same(T, bool))
    return where(x, Lane<To, W, L>(To(1)), Lane<To, W, L>(To(0)));
  else {
    Lane<To, W, L> r;
    r.v = __builtin_convertvector(x.v, Vec<To, W>);
    return r;
  }
}

template <class T, int W, int L>
TLALOC_LANE_FN Lane<UnsignedOf<T>, W, L> to_bits(const Lane<T, W, L>& x) {
  Lane<UnsignedOf<T>, W, L> r;
  r.v = (Vec<UnsignedOf<T>, W>)x.v;
  return r;
}
template <class F, class T, int W, int L>
TLALOC_LANE_FN Lane<F, W, L> from_bits(const Lane<T, W, L>& x) {
  static_assert(sizeof(F) == sizeof(T));
  Lane<F, W, L> r;
  r.v = (Vec<F, W>)x.v;
  return r;
}
/// Shift right with the sign, of a two's complement number held in an unsigned lane.
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> shift_signed(const Lane<T, W, L>& x, int n) {
  Lane<T, W, L> r;
  r.v = (Vec<T, W>)((Vec<SignedOf<T>, W>)x.v >> n);
  return r;
}

// ---- the same for scalars, so that an algorithm is written once ----

TLALOC_LANE_FN std::uint32_t to_bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
TLALOC_LANE_FN std::uint64_t to_bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
template <class F>
TLALOC_LANE_FN F from_bits(UnsignedOf<F> x) {
  return __builtin_bit_cast(F, x);
}
TLALOC_LANE_FN std::uint32_t shift_signed(std::uint32_t x, int n) {
  return std::uint32_t(std::int32_t(x) >> n);
}
TLALOC_LANE_FN std::uint64_t shift_signed(std::uint64_t x, int n) {
  return std::uint64_t(std::int64_t(x) >> n);
}
TLALOC_LANE_FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
TLALOC_LANE_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
TLALOC_LANE_FN float sqrt(float x) { return __builtin_sqrtf(x); }
TLALOC_LANE_FN double sqrt(double x) { return __builtin_sqrt(x); }
template <class T>
TLALOC_LANE_FN T where(bool c, const T& a, const T& b) {
  return c ? a : b;
}
template <class T, int W, int L>
  requires(__is_same(Elem<T>, T) && !__is_same(T, bool))
TLALOC_LANE_FN Lane<T, W, L> where(const Lane<bool, W, L>& c, T a, T b) {
  return where(c, Lane<T, W, L>(a), Lane<T, W, L>(b));
}

/// Whether any element of a mask is set.
TLALOC_LANE_FN bool any(bool m) { return m; }
template <int W, int L>
TLALOC_LANE_FN bool any(const Lane<bool, W, L>& m) {
#if defined(__clang__)
  return __builtin_reduce_or(m.v) != 0;
#else
  if constexpr (L == 2) {
    int r;
    asm("pmovmskb {%1, %0|%0, %1}" : "=r"(r) : "x"(m.v));
    return r != 0;
  } else {
    Vec<std::int64_t, 4> w = {};
    if constexpr (L == 4) {
      Vec<std::int64_t, 8> u = (Vec<std::int64_t, 8>)m.v;
      w = __builtin_shufflevector(u, u, 0, 1, 2, 3) | __builtin_shufflevector(u, u, 4, 5, 6, 7);
    } else {
      w = (Vec<std::int64_t, 4>)m.v;
    }
    bool r;
    asm("vptest {%1, %1|%1, %1}" : "=@ccnz"(r) : "x"(w));
    return r;
  }
#endif
}

template <class T, int W>
struct Halves {
  Vec<T, W / 2> half[2];
};

template <int L, class T, int W>
TLALOC_LANE_FN void fma_into(Vec<T, W>& y, const Vec<T, W>& a, const Vec<T, W>& b,
                             const Vec<T, W>& c) {
#if defined(__clang__)  // the cast carries this file's flags to the builtin, which would not look
  y = (Vec<T, W>)(Vec<SignedOf<T>, W>)__builtin_elementwise_fma(a, b, c);
#else
  if constexpr (L == 2) {
    for (int i = 0; i < W; ++i) {
      if constexpr (sizeof(T) == 4)
        y[i] = __builtin_fmaf(a[i], b[i], c[i]);
      else
        y[i] = __builtin_fma(a[i], b[i], c[i]);
    }
  } else if constexpr (sizeof(y) > register_bytes(L)) {  // a double lane in a 4-byte program
    using H = Halves<T, W>;
    H ha = __builtin_bit_cast(H, a), hb = __builtin_bit_cast(H, b), hc = __builtin_bit_cast(H, c);
    for (int i = 0; i < 2; ++i)
      fma_into<L, T, W / 2>(hc.half[i], ha.half[i], hb.half[i], hc.half[i]);
    y = __builtin_bit_cast(Vec<T, W>, hc);
  } else {  // the generic a * b + c would be contracted or not as the flags say
    Vec<T, W> r = c;
    if constexpr (sizeof(T) == 4)
      asm("vfmadd231ps {%2, %1, %0|%0, %1, %2}" : "+v"(r) : "v"(a), "vm"(b));
    else
      asm("vfmadd231pd {%2, %1, %0|%0, %1, %2}" : "+v"(r) : "v"(a), "vm"(b));
    y = r;
  }
#endif
}

template <int L, class T, int W>
TLALOC_LANE_FN void sqrt_into(Vec<T, W>& y, const Vec<T, W>& x) {
#if defined(__clang__)
  y = (Vec<T, W>)(Vec<SignedOf<T>, W>)__builtin_elementwise_sqrt(x);
#else
  if constexpr (sizeof(y) > register_bytes(L)) {
    using H = Halves<T, W>;
    H h = __builtin_bit_cast(H, x);
    for (int i = 0; i < 2; ++i) sqrt_into<L, T, W / 2>(h.half[i], h.half[i]);
    y = __builtin_bit_cast(Vec<T, W>, h);
  } else if constexpr (L == 2) {
    if constexpr (sizeof(T) == 4)
      asm("sqrtps {%1, %0|%0, %1}" : "=x"(y) : "x"(x));
    else
      asm("sqrtpd {%1, %0|%0, %1}" : "=x"(y) : "x"(x));
  } else {
    if constexpr (sizeof(T) == 4)
      asm("vsqrtps {%1, %0|%0, %1}" : "=v"(y) : "v"(x));
    else
      asm("vsqrtpd {%1, %0|%0, %1}" : "=v"(y) : "v"(x));
  }
#endif
}

template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> sqrt(const Lane<T, W, L>& x) {
  Lane<T, W, L> r;
  sqrt_into<L, T, W>(r.v, x.v);
  return r;
}

}  // namespace tlaloc::detail::lanes

TLALOC_LANES_END

#include <tlaloc/lane_math.h>
