// A size: how many elements an axis has, as an exact expression, never a sentinel.
//
// A Size is a polynomial with integer coefficients over atoms. An atom is a symbol ("n") or a
// floor-division, remainder, minimum or maximum of two sizes. One normal form, so that equal
// polynomials compare equal: terms sorted by their text, no zero coefficients.
// Symbols stand for integers >= 0; they belong to the function that mentions them.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tlaloc::ir {

class Size {
 public:
  Size() = default;             ///< 0
  Size(std::int64_t constant);  // NOLINT: a number is a size
  static Size symbol(std::string name);

  friend Size operator+(const Size& a, const Size& b);
  friend Size operator-(const Size& a, const Size& b);
  friend Size operator*(const Size& a, const Size& b);

  /// Rounds towards minus infinity; the divisor is positive wherever it is evaluated.
  static Size floor_div(const Size& a, const Size& b);
  static Size mod(const Size& a, const Size& b);
  static Size min(const Size& a, const Size& b);
  static Size max(const Size& a, const Size& b);
  /// The common size of two axes that align under broadcasting: equal, or one of them is 1.
  /// For run-time sizes this is max(a, b) * min(1, min(a, b)), which is 0 where one is 0.
  static Size broadcast(const Size& a, const Size& b);

  std::optional<std::int64_t> constant() const;
  /// The symbol's name if this is exactly one symbol.
  std::optional<std::string> lone_symbol() const;
  /// Every symbol in it, sorted, once each.
  std::vector<std::string> symbols() const;

  Size substitute(const std::map<std::string, Size>& by) const;
  /// Its value; empty if a symbol has none, or a divisor is 0.
  std::optional<std::int64_t> evaluate(const std::map<std::string, std::int64_t>& of) const;

  /// "n*m + 2", "floordiv(n, 2)": what parse reads back. C++ text is back/cpp's business and uses
  /// visit.
  std::string text() const;
  static base::Result<Size> parse(std::string_view text);

  bool operator==(const Size& o) const;
  std::strong_ordering operator<=>(const Size& o) const;

  struct Atom {
    enum class Kind { symbol, floordiv, mod, min, max };
    Kind kind = Kind::symbol;
    std::string name;        ///< of a symbol
    std::vector<Size> args;  ///< two, of the others
    std::string text() const;
  };
  struct Term {
    std::int64_t coefficient = 0;
    std::vector<Atom> atoms;  ///< sorted by text; a power repeats its atom
    std::string key() const;  ///< the monomial's text, "" for the constant
  };
  const std::vector<Term>& terms() const { return terms_; }

 private:
  static Size of_atom(Atom a);
  static Size compound(Atom::Kind kind, const Size& a, const Size& b);
  void add_term(Term t);
  std::vector<Term> terms_;  // sorted by key()
};

using Sizes = std::vector<Size>;

/// The product of all; 1 for none.
Size product(const Sizes& sizes);

}  // namespace tlaloc::ir
