// The program itself: the graph that the tool made of a function, to print, to lower, to save.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/derived.h>

namespace tlaloc {

namespace detail {

/// Its mention in a declaration (the tool may not look into bodies) makes the tool add to the
/// Program of this callable and path:
///   static constexpr const char* text        the graph (.dxir)
///   static auto captures(const auto& f)      copies of what the callable captured, in the order of
///   the trailing parameters
template <class P, class F>
struct TextOf {
  using Site = typename WithoutLate<typename SiteOf<F>::type>::type;
  static const char* get() {
#if defined(TLALOC_LIFTING)
    return "";
#else
    return Program<Site, P>::text;
#endif
  }
  static auto captures([[maybe_unused]] const F& f) {
#if defined(TLALOC_LIFTING)
    return std::tuple<>();
#else
    return Program<Site, P>::captures(f);
#endif
  }
};

template <class P, class F>
const char* program_text(const Derived<P, F>&) {
  return TextOf<P, F>::get();
}
template <class P, class F>
auto program_captures(const Derived<P, F>& d) {
  return TextOf<P, F>::captures(d.f);
}

std::string stablehlo_of(const char* text, const std::vector<std::vector<std::int64_t>>& sizes);

}  // namespace detail

/// A program as a value.
class Program {
 public:
  explicit Program(const char* text) : text_(text) {}
  /// The graph in text form (.dxir), as it was before fusing.
  std::string_view text() const { return text_; }
  /// The StableHLO module for parameters of these sizes, one list a leaf in order. Throws Error if
  /// they do not fit or an op cannot be said in StableHLO. Where the function has checks (throw,
  /// assert), a last result says whether all of them held.
  std::string stablehlo(const std::vector<std::vector<std::int64_t>>& sizes) const {
    return detail::stablehlo_of(text_, sizes);
  }

 private:
  const char* text_;
};

/// The program of a transformed function.
template <class P, class F, class = detail::TextOf<P, F>>
Program program(const Derived<P, F>& f) {
  return Program(detail::program_text(f));
}
/// The program of a function that nothing has transformed.
template <class F, class D = Derived<Path<FusedOp>, F>, class = detail::TextOf<Path<FusedOp>, F>>
Program program(const F& f) {
  return program(D{{f}});
}

}  // namespace tlaloc
