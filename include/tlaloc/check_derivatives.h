// check_derivatives: both modes and central differences of a function at a point, side by side.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <tlaloc/tlaloc.h>

namespace tlaloc {

/// What check_derivatives found.
struct DerivativeCheck {
  bool agree = false;
  /// A line a direction: the derivative by forward mode, by reverse mode and by differences.
  std::string report;
  explicit operator bool() const { return agree; }
};

namespace detail::check {

/// Numbers between 0.5 and 1 of either sign, the same in every run.
class Directions {
 public:
  explicit Directions(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    const double size = 0.5 + 0.5 * static_cast<double>(state_ >> 12) / 4503599627370496.0;
    return state_ >> 11 & 1 ? size : -size;
  }

 private:
  std::uint64_t state_;
};

/// f(element) for every element of a leaf.
template <class Leaf, class F>
void each_element(Leaf& x, F f) {
  if constexpr (is_tensor<std::remove_cv_t<Leaf>>) {
    if constexpr (std::is_const_v<Leaf>)
      for (const auto& e : x.span()) f(e);
    else
      for (auto& e : x.mutable_span()) f(e);
  } else if constexpr (std::is_class_v<Leaf> && requires { x.begin(); }) {
    for (auto& e : x) f(e);
  } else {
    f(x);
  }
}

template <class T>
T direction(const T& like, Directions& numbers) {
  T out = like;
  for_each_leaf(
      [&](auto& leaf) {
        each_element(leaf, [&](auto& e) {
          e = static_cast<std::remove_cvref_t<decltype(e)>>(numbers.next());
        });
      },
      out);
  return out;
}

template <class T>
std::vector<double> numbers_of(const T& x) {
  std::vector<double> out;
  for_each_leaf(
      [&](const auto& leaf) {
        each_element(leaf, [&](const auto& e) { out.push_back(static_cast<double>(e)); });
      },
      x);
  return out;
}

/// x + h t
template <class T>
T moved(const T& x, const T& t, double h) {
  const std::vector<double> by = numbers_of(t);
  std::size_t i = 0;
  T out = x;
  for_each_leaf(
      [&](auto& leaf) {
        each_element(leaf, [&](auto& e) {
          using Element = std::remove_cvref_t<decltype(e)>;
          e = static_cast<Element>(static_cast<double>(e) + h * by[i++]);
        });
      },
      out);
  return out;
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) s += a[i] * b[i];
  return s;
}

/// Whether some number of it has single precision, or less.
template <class T>
bool is_single(const T& x) {
  bool single = false;
  for_each_leaf(
      [&](const auto& leaf) {
        each_element(leaf, [&](const auto& e) { single = single || sizeof(e) < sizeof(double); });
      },
      x);
  return single;
}

/// x as a tuple of what has a derivative, or nothing.
template <class X>
auto if_differentiable(const X& x) {
  if constexpr (is_differentiable<X>)
    return std::tuple<X>(x);
  else
    return std::tuple<>();
}
template <class X>
X moved_if_differentiable(const X& x, const X& t, double h) {
  if constexpr (is_differentiable<X>)
    return moved(x, t, h);
  else
    return x;
}

struct Line {
  double forward, reverse, difference;
  bool agree(double tolerance) const {
    const double scale = std::max({1.0, std::abs(forward), std::abs(difference)});
    return std::abs(forward - reverse) <= 1e-3 * tolerance * scale &&
           std::abs(forward - difference) <= tolerance * scale;
  }
};

}  // namespace detail::check

/// Compares the derivatives of `f` at `x...` along a few directions: ⟨ct, J·t⟩ by forward mode,
/// ⟨Jᵀ·ct, t⟩ by reverse mode, and central differences, in the function's own precision. At a kink
/// they may differ for a good reason. Arguments are scalars, tensors, vectors and structs of them.
///
///   const auto check = check_derivatives(loss, model, x);
///   if (!check) fmt::print("{}", check.report);
template <class F, class... X>
DerivativeCheck check_derivatives(F f, const X&... x) {
  static_assert(!std::is_pointer_v<F>,
                "tlaloc: check_derivatives: a function pointer does not say which function it "
                "points to; hand over tlaloc::fn<function>, or a lambda that calls it");
  namespace check = detail::check;
  const auto y = f(x...);
  const bool single = check::is_single(y) || (check::is_single(x) || ...);
  const double h = single ? 5e-3 : 6e-6, tolerance = single ? 1e-2 : 1e-6;
  const auto forwards = jvp(f);
  const auto backwards = vjp(f);
  DerivativeCheck out{true, "check_derivatives: forward, reverse, central differences\n"};
  for (std::uint64_t k = 1; k <= 3; ++k) {
    check::Directions numbers(k);
    const std::tuple<X...> t{check::direction(x, numbers)...};
    const auto ct = check::direction(y, numbers);
    const std::vector<double> weights = check::numbers_of(ct);
    const auto moving = std::apply(
        [](const X&... each) { return std::tuple_cat(check::if_differentiable(each)...); }, t);
    const auto dy =
        std::apply([&](const auto&... each) { return forwards(x..., each...); }, moving);
    const auto dx = backwards(x..., ct);
    const auto at = [&](double by) {
      return check::numbers_of(std::apply(
          [&](const X&... each) { return f(check::moved_if_differentiable(x, each, by)...); }, t));
    };
    const check::Line line{check::dot(weights, check::numbers_of(dy)),
                           check::dot(check::numbers_of(dx), check::numbers_of(moving)),
                           (check::dot(weights, at(h)) - check::dot(weights, at(-h))) / (2 * h)};
    const bool good = line.agree(tolerance);
    out.agree = out.agree && good;
    out.report += fmt::format("  {}: {:.10g}, {:.10g}, {:.10g}{}\n", k, line.forward, line.reverse,
                              line.difference, good ? "" : "   <- they differ");
  }
  out.report += out.agree ? "they agree\n" : "they do not agree\n";
  return out;
}

}  // namespace tlaloc
