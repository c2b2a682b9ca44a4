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

/// What the tool embeds for a program that reaches `program` or `Session::compile`:
///   static constexpr const char* text        the graph (.dxir)
///   template <class F> static auto captures(const F& f)   a tuple of references to what it
///   captured, in order
template <class Site, class P>
struct ProgramText;

/// Its mention is what makes the tool embed the text.
template <class P, class F>
struct TextOf {
  using Site = typename WithoutLate<typename SiteOf<F>::type>::type;
  static const char* get() {
#if defined(TLALOC_LIFTING)
    return "";
#else
    return ProgramText<Site, P>::text;
#endif
  }
  static auto captures(const F& f) {
#if defined(TLALOC_LIFTING)
    (void)f;
    return std::tuple<>();
#else
    return ProgramText<Site, P>::captures(f);
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
  /// they do not fit or an op cannot be said in StableHLO.
  std::string stablehlo(const std::vector<std::vector<std::int64_t>>& sizes) const {
    return detail::stablehlo_of(text_, sizes);
  }

 private:
  const char* text_;
};

/// The program of a transformed function.
template <class P, class F>
Program program(const Derived<P, F>& f) {
  return Program(detail::program_text(f));
}
/// The program of a function that nothing has transformed.
template <class F>
Program program(const F&) {
  return Program(detail::TextOf<Path<FusedOp>, F>::get());
}

}  // namespace tlaloc
