// Elementary functions on lanes and, with the same bits, on float and double: each algorithm is
// written once over X, a Lane or a scalar; the scalar forms live in the library, out of reach of
// a user's flags. Errors against the exact value are below 2.5 ulp (f32)
// and 3 ulp (f64) everywhere, subnormals included; NaN, infinities and signed zeros as in C99.
// Polynomials are minimax fits of ours in the range named beside them. Included by lane.h.
#pragma once

#include <tlaloc/lane.h>

TLALOC_LANES_BEGIN

namespace tlaloc::detail::lanes {

/// sin and cos of arguments beyond kTrigFar, by libm; out of line in the library.
float far_sin(float x) noexcept;
double far_sin(double x) noexcept;
float far_cos(float x) noexcept;
double far_cos(double x) noexcept;

namespace algo {

/// What the algorithms need to know of a format.
template <class T>
struct Format;
template <>
struct Format<float> {
  static constexpr int kMantissa = 23;
  static constexpr std::uint32_t kBias = 127, kOne = 0x3f800000, kSign = 0x80000000,
                                 kFraction = 0x007fffff, kRootHalf = 0x3f3504f3;
  static constexpr float kMagic = 0x1.8p23f, kWhole = 0x1p23f, kInf = __builtin_huge_valf();
  static constexpr float kMinNormal = 0x1p-126f, kTiny = 0x1p-30f;
  static constexpr float kLog2e = 0x1.715476p+0f;
  static constexpr float kLn2Hi = 0x1.62e430p-1f, kLn2Lo = -0x1.05c610p-29f;
  static constexpr float kExpMax = 89.0f, kExpMin = -104.0f, kExpm1Min = -20.0f, kTanhMax = 10.0f;
  static constexpr float kTwoOverPi = 0x1.45f306p-1f;
  static constexpr float kHalfPi[3] = {0x1.921fb6p+0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f};
  static constexpr float kTrigFar = 65536.0f;
  static constexpr float kExpm1[] = {0x1.000000p-1f, 0x1.555554p-3f,  0x1.5554f0p-5f,
                                     0x1.1112f6p-7f, 0x1.6d44c2p-10f, 0x1.9e36e2p-13f};
  static constexpr float kSin[] = {-0x1.555556p-3f, 0x1.111174p-7f, -0x1.a0595ap-13f,
                                   0x1.7c2e74p-19f};
  static constexpr float kCos[] = {0x1.55554ap-5f, -0x1.6c0c2ap-10f, 0x1.99e8c6p-16f};
};
template <>
struct Format<double> {
  static constexpr int kMantissa = 52;
  static constexpr std::uint64_t kBias = 1023, kOne = 0x3ff0000000000000, kSign = 1ull << 63,
                                 kFraction = (1ull << 52) - 1, kRootHalf = 0x3fe6a09e667f3bcd;
  static constexpr double kMagic = 0x1.8p52, kWhole = 0x1p52, kInf = __builtin_huge_val();
  static constexpr double kMinNormal = 0x1p-1022, kTiny = 0x1p-60;
  static constexpr double kLog2e = 0x1.71547652b82fep+0;
  static constexpr double kLn2Hi = 0x1.62e42fefa3800p-1, kLn2Lo = 0x1.ef35793c76730p-45;
  static constexpr double kExpMax = 710.0, kExpMin = -746.0, kExpm1Min = -40.0, kTanhMax = 20.0;
  static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  static constexpr double kHalfPi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                        -0x1.f1976b7ed8fbcp-110};
  static constexpr double kTrigFar = 1073741824.0;
  static constexpr double kExpm1[] = {
      0x1.0000000000000p-1,  0x1.5555555555555p-3,  0x1.5555555555555p-5,  0x1.1111111111336p-7,
      0x1.6c16c16c165a5p-10, 0x1.a01a019ef209bp-13, 0x1.a01a01a6c3c06p-16, 0x1.71de3ec839853p-19,
      0x1.27e4da07b60cbp-22, 0x1.ae54875836741p-26, 0x1.1f772d3896e7cp-29, 0x1.7684d0b081932p-33};
  static constexpr double kSin[] = {
      -0x1.5555555555555p-3,  0x1.111111111106bp-7,  -0x1.a01a019ffed6ap-13, 0x1.71de3a346bed9p-19,
      -0x1.ae642d67c384cp-26, 0x1.610a7697522a6p-33, -0x1.a05c09903ad6bp-41};
  static constexpr double kCos[] = {0x1.555555555554bp-5,  -0x1.6c16c16c1502ap-10,
                                    0x1.a01a019c91d63p-16, -0x1.27e4f7f377b5cp-22,
                                    0x1.1ee9dce35109dp-29, -0x1.8fa6ea66e698ep-37};
};

/// c[I] + c[I + 1] x + …
template <int I = 0, class X, int N>
TLALOC_LANE_FN X horner(const X& x, const Elem<X> (&c)[N]) {
  if constexpr (I == N - 1)
    return X(c[I]);
  else
    return fma(horner<I + 1>(x, c), x, X(c[I]));
}

template <class X>
TLALOC_LANE_FN X abs(const X& x) {
  return from_bits<Elem<X>>(UIntLike<X>(to_bits(x) & UIntLike<X>(~Format<Elem<X>>::kSign)));
}
template <class X>
TLALOC_LANE_FN X copysign(const X& x, const X& s) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  return from_bits<Elem<X>>(U((to_bits(x) & U(~F::kSign)) | (to_bits(s) & U(F::kSign))));
}

/// 2^n for n, a two's complement in an unsigned lane, in the normal range.
template <class X>
TLALOC_LANE_FN X exp2i(const UIntLike<X>& n) {
  using F = Format<Elem<X>>;
  return from_bits<Elem<X>>(UIntLike<X>((n + UIntLike<X>(F::kBias)) << UIntLike<X>(F::kMantissa)));
}

/// x = n ln 2 + r with |r| <= 0.3466; p = e^r - 1. `low` is added to r.
template <class X>
struct ExpParts {
  X p;
  UIntLike<X> n;
};
template <class X>
TLALOC_LANE_FN ExpParts<X> exp_parts(const X& x, const X& low) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  X t = fma(x, X(F::kLog2e), X(F::kMagic));
  X k = t - X(F::kMagic);
  X r = fma(k, X(-F::kLn2Hi), x);
  r = fma(k, X(-F::kLn2Lo), r) + low;
  X p = fma(r * r, horner(r, F::kExpm1), r);
  return {p, U(to_bits(t) - U(to_bits(F::kMagic)))};
}

/// e^(x + low), low being small beside 1.
template <class X>
TLALOC_LANE_FN X exp(const X& x, const X& low) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  X c = where(x > X(F::kExpMax), X(F::kExpMax), where(x < X(F::kExpMin), X(F::kExpMin), x));
  ExpParts<X> e = exp_parts(c, low);
  U half = shift_signed(e.n, 1);  // in two steps: subnormal results, and 2^1024
  return (e.p + X(1)) * exp2i<X>(half) * exp2i<X>(U(e.n - half));
}

template <class X>
TLALOC_LANE_FN X expm1(const X& x) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  X c = where(x > X(F::kExpMax), X(F::kExpMax), where(x < X(F::kExpm1Min), X(F::kExpm1Min), x));
  ExpParts<X> e = exp_parts(c, X(0));
  X s = exp2i<X>(U(e.n - U(1)));
  X y = fma(e.p, s, s - X(Elem<X>(0.5)));
  return where(abs(x) < X(F::kTiny), x, y + y);
}

template <class X>
TLALOC_LANE_FN X tanh(const X& x) {
  using F = Format<Elem<X>>;
  X a = abs(x);
  a = where(a > X(F::kTanhMax), X(F::kTanhMax), a);
  X t = expm1(X(a + a));
  return copysign(X(t / (t + X(2))), x);
}

template <class X>
TLALOC_LANE_FN X sigmoid(const X& x) {
  X e = exp(X(-abs(x)), X(0));
  return where(x < X(0), e, X(1)) / (e + X(1));
}

/// log(1 + f) + k ln 2 for 1 + f in [sqrt(1/2), sqrt(2)].
template <class X>
TLALOC_LANE_FN X log_core(const X& f, const X& k) {
  using F = Format<Elem<X>>;
  if constexpr (sizeof(Elem<X>) == 4) {
    constexpr float c[] = {0x1.555548p-2f,  -0x1.000008p-2f, 0x1.99a47ap-3f,
                           -0x1.555b88p-3f, 0x1.233ab4p-3f,  -0x1.fc3fb2p-4f,
                           0x1.e6e428p-4f,  -0x1.dd8cf4p-4f, 0x1.1397fap-4f};
    X z = f * f;
    X y = fma(z * f, horner(f, c), k * X(F::kLn2Lo));
    y = fma(z, X(-0.5f), y);
    return fma(k, X(F::kLn2Hi), f + y);
  } else {  // 2 atanh(s) = f - (h - s (h + R)), s = f / (2 + f), h = f f / 2
    constexpr double c[] = {0x1.5555555555593p-1, 0x1.999999997f916p-2, 0x1.249249423f276p-2,
                            0x1.c71c51c1ab7b3p-3, 0x1.74664f18247d3p-3, 0x1.399ff6d732aa1p-3,
                            0x1.2f18692ae8bd3p-3};
    X s = f / (f + X(2));
    X z = s * s;
    X h = f * f * X(0.5);
    X y = fma(s, h + z * horner(z, c), k * X(F::kLn2Lo));
    return fma(k, X(F::kLn2Hi), f - (h - y));
  }
}

/// x = m 2^k with m in [sqrt(1/2), sqrt(2)); x positive and finite.
template <class X>
struct LogParts {
  X m, k;
};
template <class X>
TLALOC_LANE_FN LogParts<X> log_parts(const X& x) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  auto small = x < X(F::kMinNormal);
  X scaled = where(small, x * X(F::kWhole), x);
  U u = to_bits(scaled) - U(F::kRootHalf);
  U n = shift_signed(u, F::kMantissa);
  X k = from_bits<Elem<X>>(U(n + U(to_bits(F::kMagic)))) - X(F::kMagic);
  return {from_bits<Elem<X>>(U((u & U(F::kFraction)) + U(F::kRootHalf))),
          k - where(small, X(Elem<X>(F::kMantissa)), X(0))};
}

/// log's answers outside (0, inf).
template <class X>
TLALOC_LANE_FN X log_edges(const X& x, const X& y) {
  using F = Format<Elem<X>>;
  X r = where(x < X(F::kInf), y, x);
  r = where(x < X(0), X(F::kInf - F::kInf), r);
  return where(x == X(0), X(-F::kInf), r);
}

template <class X>
TLALOC_LANE_FN X log(const X& x) {
  LogParts<X> p = log_parts(x);
  return log_edges(x, log_core(X(p.m - X(1)), p.k));
}

template <class X>
TLALOC_LANE_FN X log1p(const X& x) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  X u = x + X(1);
  X back = u - X(1);
  X lost = (X(1) - (u - back)) + (x - back);  // exactly 1 + x - u
  LogParts<X> p = log_parts(u);
  U n = to_bits(X(p.k + X(F::kMagic))) - U(to_bits(F::kMagic));
  X scale = exp2i<X>(U(U(0) - n));
  X f = (p.m - X(1)) + where(p.k > X(100), X(0), lost * scale);
  return where(abs(x) < X(F::kTiny), x, log_edges(u, log_core(f, p.k)));
}

/// x = q pi/2 + r, |r| <= pi/4, for |x| <= kTrigFar; NaN for infinities.
template <class X>
struct Quadrant {
  X r;
  UIntLike<X> q;
};
template <class X>
TLALOC_LANE_FN Quadrant<X> quadrant(const X& x) {
  using F = Format<Elem<X>>;
  X t = fma(x, X(F::kTwoOverPi), X(F::kMagic));
  X k = t - X(F::kMagic);
  X r = fma(k, X(-F::kHalfPi[0]), x);
  r = fma(k, X(-F::kHalfPi[1]), r);
  r = fma(k, X(-F::kHalfPi[2]), r);
  return {r, to_bits(t)};
}

/// sin(q pi/2 + r).
template <class X>
TLALOC_LANE_FN X sin_quadrant(const X& r, const UIntLike<X>& q) {
  using F = Format<Elem<X>>;
  using U = UIntLike<X>;
  X z = r * r;
  X s = fma(z * r, horner(z, F::kSin), r);
  X c = fma(z, fma(z, horner(z, F::kCos), X(Elem<X>(-0.5))), X(1));
  X y = where((q & U(1)) != U(0), c, s);
  return from_bits<Elem<X>>(U(to_bits(y) ^ ((q & U(2)) << U(sizeof(Elem<X>) * 8 - 2))));
}

/// Puts f(x) into y where |x| is finite and beyond kTrigFar.
template <class X, class Far>
TLALOC_LANE_FN X patch_far(const X& x, const X& y, Far f) {
  using F = Format<Elem<X>>;
  X a = abs(x);
  auto far = (a > X(F::kTrigFar)) & (a < X(F::kInf));
  if (!any(far)) [[likely]]
    return y;
  X r = y;
  if constexpr (__is_same(X, Elem<X>)) {
    r = f(x);
  } else {
    for (std::size_t i = 0; i < sizeof(x.v) / sizeof(Elem<X>); ++i) {
      Elem<X> e = x.v[i];
      if (abs(e) > F::kTrigFar && abs(e) < F::kInf) r.v[i] = f(e);
    }
  }
  return r;
}

template <class X>
TLALOC_LANE_FN X sin(const X& x) {
  Quadrant<X> p = quadrant(x);
  X y = where(abs(x) < X(Format<Elem<X>>::kTiny), x, sin_quadrant(p.r, p.q));
  return patch_far(x, y, [](Elem<X> e) TLALOC_LANE_BODY { return far_sin(e); });
}
template <class X>
TLALOC_LANE_FN X cos(const X& x) {
  using U = UIntLike<X>;
  Quadrant<X> p = quadrant(x);
  X y = sin_quadrant(p.r, U(p.q + U(1)));
  return patch_far(x, y, [](Elem<X> e) TLALOC_LANE_BODY { return far_cos(e); });
}

/// To the nearest whole number, ties to even; keeps the sign of zero.
template <class X>
TLALOC_LANE_FN X round_even(const X& x) {
  using F = Format<Elem<X>>;
  X a = abs(x);
  X r = copysign(X((a + X(F::kWhole)) - X(F::kWhole)), x);
  return where(a < X(F::kWhole), r, x);
}
template <class X>
TLALOC_LANE_FN X floor(const X& x) {
  X r = round_even(x);
  return copysign(where(r > x, r - X(1), r), x);
}
template <class X>
TLALOC_LANE_FN X ceil(const X& x) {
  X r = round_even(x);
  return copysign(where(r < x, r + X(1), r), x);
}
template <class X>
TLALOC_LANE_FN X trunc(const X& x) {
  X a = abs(x);
  X r = round_even(a);
  return copysign(where(r > a, r - X(1), r), x);
}

/// The larger; NaN if either is; +0 is larger than -0.
template <class X>
TLALOC_LANE_FN X max(const X& a, const X& b) {
  using U = UIntLike<X>;
  X both = from_bits<Elem<X>>(U(to_bits(a) & to_bits(b)));
  X r = where(a > b, a, b);
  r = where(a == b, both, r);
  return where(a != a, a, r);
}
template <class X>
TLALOC_LANE_FN X min(const X& a, const X& b) {
  using U = UIntLike<X>;
  X both = from_bits<Elem<X>>(U(to_bits(a) | to_bits(b)));
  X r = where(a < b, a, b);
  r = where(a == b, both, r);
  return where(a != a, a, r);
}

/// e^(y log x) for x in (0, inf), to about an ulp: log x is carried as a sum of two doubles.
template <class X>
TLALOC_LANE_FN X pow_positive(const X& x, const X& y) {
  using F = Format<double>;
  constexpr double c[] = {0x1.9999999999995p-2, 0x1.2492492493161p-2, 0x1.c71c71c5610aap-3,
                          0x1.745d183fd7f33p-3, 0x1.3b135f6b42886p-3, 0x1.11212ac53debep-3,
                          0x1.de2217df1b52dp-4, 0x1.eb991636632e9p-4};
  constexpr double third = 0x1.5555555555555p-1, third_low = 0x1.5555555555555p-55;  // 2/3
  LogParts<X> p = log_parts(x);
  X f = p.m - X(1);
  X g = p.m + X(1);
  X g_low = p.m - (g - X(1));
  X s = f / g;
  X s_low = fma(s, X(-g_low), fma(X(-s), g, f)) / g;
  X z = s * s;
  X z_low = fma(s, s, -z) + X(2) * s * s_low;
  X w = z * X(third);
  X w_low = fma(z, X(third), -w) + fma(z, X(third_low), z_low * X(third));
  X u = w + X(2);
  X u_low = (w - (u - X(2))) + w_low;
  X l = s * u;
  X l_low = fma(s, u, -l) + fma(s, u_low, fma(s_low, u, s * z * (z * horner(z, c))));
  X k = p.k * X(F::kLn2Hi);  // exact
  X h = k + l;
  X h_low = ((l - (h - k)) + l_low) + p.k * X(F::kLn2Lo);
  X t = h + h_low;
  X t_low = h_low - (t - h);
  X e = y * t;
  X e_low = fma(y, t, -e) + y * t_low;
  return exp(e, where(abs(e) < X(1000), e_low, X(0)));
}

/// The sign, the zeros, the infinities and the NaNs of pow, given r = |x|^y for finite |x| > 0.
template <class X>
TLALOC_LANE_FN X pow_edges(const X& x, const X& y, const X& r0) {
  using E = Elem<X>;
  using F = Format<E>;
  X a = abs(x);
  X zero_or_inf = where((a == X(0)) == (y > X(0)), X(0), X(F::kInf));
  X r = where((a == X(0)) | (a == X(F::kInf)), zero_or_inf, r0);
  X below = where((a < X(1)) == (y > X(0)), X(0), X(F::kInf));
  r = where(abs(y) == X(F::kInf), below, r);
  auto whole = floor(y) == y;
  X half = y * X(E(0.5));
  auto odd = whole & (floor(half) != half);
  auto negative = (to_bits(x) & UIntLike<X>(F::kSign)) != UIntLike<X>(0);
  r = where(negative & odd, -r, r);
  r = where((x < X(0)) & !whole & (a != X(F::kInf)), X(F::kInf - F::kInf), r);
  r = where((a == X(1)) & ((x > X(0)) | (abs(y) == X(F::kInf))), X(1), r);
  r = where((x != x) | (y != y), x + y, r);
  return where((y == X(0)) | (x == X(1)), X(1), r);
}

/// pow in double. The result keeps every finite value's sign rules of C99.
template <class X>
TLALOC_LANE_FN X pow_double(const X& x, const X& y) {
  return pow_edges(x, y, pow_positive(abs(x), y));
}
/// pow for operands that came from float: a plain e^(y log x) is exact enough.
template <class X>
TLALOC_LANE_FN X pow_from_float(const X& x, const X& y) {
  return pow_edges(x, y, exp(X(y * log(abs(x))), X(0)));
}

}  // namespace algo

// ---- the functions, for lanes and for scalars ----

#define TLALOC_LANE_UNARY(name, call)                         \
  template <class T, int W, int L>                            \
    requires(kFloating<T>)                                    \
  TLALOC_LANE_FN Lane<T, W, L> name(const Lane<T, W, L>& x) { \
    return call;                                              \
  }                                                           \
  float name(float x) noexcept;                               \
  double name(double x) noexcept;

TLALOC_LANE_UNARY(exp, algo::exp(x, decltype(x + x)(0)))
TLALOC_LANE_UNARY(expm1, algo::expm1(x))
TLALOC_LANE_UNARY(log, algo::log(x))
TLALOC_LANE_UNARY(log1p, algo::log1p(x))
TLALOC_LANE_UNARY(tanh, algo::tanh(x))
TLALOC_LANE_UNARY(sigmoid, algo::sigmoid(x))
TLALOC_LANE_UNARY(sin, algo::sin(x))
TLALOC_LANE_UNARY(cos, algo::cos(x))
TLALOC_LANE_UNARY(floor, algo::floor(x))
TLALOC_LANE_UNARY(ceil, algo::ceil(x))
TLALOC_LANE_UNARY(trunc, algo::trunc(x))
TLALOC_LANE_UNARY(round_even, algo::round_even(x))
/// NaN stays NaN; -0 becomes +0.
TLALOC_LANE_UNARY(relu, where(x <= decltype(x + x)(0), decltype(x + x)(0), x))
#undef TLALOC_LANE_UNARY

/// Also for integers, where abs of the least number is itself.
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> abs(const Lane<T, W, L>& x) {
  if constexpr (kFloating<T>)
    return algo::abs(x);
  else
    return where(x < Lane<T, W, L>(T(0)), -x, x);
}
float abs(float x) noexcept;
double abs(double x) noexcept;

/// -1, 0 or 1; zeros and NaN stay what they are.
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> sign(const Lane<T, W, L>& x) {
  using X = Lane<T, W, L>;
  X zero = X(T(0));
  return where(x > zero, X(T(1)), where(x < zero, X(T(-1)), x));
}
float sign(float x) noexcept;
double sign(double x) noexcept;

namespace algo {
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> lane_max(const Lane<T, W, L>& a, const Lane<T, W, L>& b) {
  if constexpr (kFloating<T>)
    return algo::max(a, b);
  else
    return where(a > b, a, b);
}
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> lane_min(const Lane<T, W, L>& a, const Lane<T, W, L>& b) {
  if constexpr (kFloating<T>)
    return algo::min(a, b);
  else
    return where(a < b, a, b);
}

template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> lane_pow(const Lane<T, W, L>& x, const Lane<T, W, L>& y) {
  if constexpr (sizeof(T) == 8) {
    return pow_double(x, y);
  } else if constexpr (register_bytes(L) / W == 8) {
    return cast<float>(pow_from_float(cast<double>(x), cast<double>(y)));
  } else {  // a 4-byte program: two registers of doubles
    using H = Halves<float, W>;
    H a = __builtin_bit_cast(H, x.v), b = __builtin_bit_cast(H, y.v);
    for (int i = 0; i < 2; ++i) {
      auto p = Lane<float, W / 2, L>::of(a.half[i]), q = Lane<float, W / 2, L>::of(b.half[i]);
      a.half[i] = cast<float>(pow_from_float(cast<double>(p), cast<double>(q))).v;
    }
    return Lane<T, W, L>::of(__builtin_bit_cast(Vec<float, W>, a));
  }
}
template <class X>
TLALOC_LANE_FN X lane_copysign(const X& a, const X& b) {
  return algo::copysign(a, b);
}
}  // namespace algo

#define TLALOC_LANE_BINARY(name)                                                      \
  template <class T, int W, int L>                                                    \
  TLALOC_LANE_FN Lane<T, W, L> name(const Lane<T, W, L>& a, const Lane<T, W, L>& b) { \
    return algo::lane_##name(a, b);                                                   \
  }                                                                                   \
  template <class T, int W, int L>                                                    \
  TLALOC_LANE_FN Lane<T, W, L> name(const Lane<T, W, L>& a, Elem<T> b) {              \
    return algo::lane_##name(a, Lane<T, W, L>(b));                                    \
  }                                                                                   \
  template <class T, int W, int L>                                                    \
  TLALOC_LANE_FN Lane<T, W, L> name(Elem<T> a, const Lane<T, W, L>& b) {              \
    return algo::lane_##name(Lane<T, W, L>(a), b);                                    \
  }                                                                                   \
  float name(float a, float b) noexcept;                                              \
  double name(double a, double b) noexcept;

/// The larger and the smaller: NaN if either is NaN, +0 above -0. Integers too.
TLALOC_LANE_BINARY(max)
TLALOC_LANE_BINARY(min)
TLALOC_LANE_BINARY(pow)
TLALOC_LANE_BINARY(copysign)
#undef TLALOC_LANE_BINARY

/// x * slope, and 0 wherever x is 0, whatever the slope: a zero cotangent stays one.
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> mul_masked(const Lane<T, W, L>& x, const Lane<T, W, L>& slope) {
  return where(x == Lane<T, W, L>(T(0)), x, x * slope);
}
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> mul_masked(const Lane<T, W, L>& x, Elem<T> slope) {
  return mul_masked(x, Lane<T, W, L>(slope));
}
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> mul_masked(Elem<T> x, const Lane<T, W, L>& slope) {
  return mul_masked(Lane<T, W, L>(x), slope);
}
/// x: what it does is done by the time that anything runs.
template <class T, int W, int L>
TLALOC_LANE_FN Lane<T, W, L> stop_gradient(const Lane<T, W, L>& x) {
  return x;
}

}  // namespace tlaloc::detail::lanes

TLALOC_LANES_END
