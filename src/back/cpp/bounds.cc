#include "back/cpp/bounds.h"

#include "back/words.h"

namespace tlaloc::back {

namespace {

bool is_symbol(const Size::Atom& a) { return a.kind == Size::Atom::Kind::symbol; }

/// `s` without the term at `i`, plus `instead` for the one atom of that term.
Size with_instead(const Size& s, std::size_t i, const Size& instead) {
  Size out = 0;
  for (std::size_t k = 0; k < s.terms().size(); ++k) {
    const Size::Term& t = s.terms()[k];
    if (k == i) {
      out = out + instead * t.coefficient;
      continue;
    }
    Size term = t.coefficient;
    for (const Size::Atom& a : t.atoms) {
      if (is_symbol(a))
        term = term * Size::symbol(a.name);
      else if (a.kind == Size::Atom::Kind::max)
        term = term * Size::max(a.args[0], a.args[1]);
      else if (a.kind == Size::Atom::Kind::min)
        term = term * Size::min(a.args[0], a.args[1]);
      else if (a.kind == Size::Atom::Kind::mod)
        term = term * Size::mod(a.args[0], a.args[1]);
      else
        term = term * Size::floor_div(a.args[0], a.args[1]);
    }
    out = out + term;
  }
  return out;
}

/// An atom that is >= 0 by itself.
bool is_natural(const Size::Atom& a) {
  using Kind = Size::Atom::Kind;
  switch (a.kind) {
    case Kind::symbol:
    case Kind::mod:
      return true;
    case Kind::max:
      return never_negative(a.args[0]) || never_negative(a.args[1]);
    case Kind::min:
      return never_negative(a.args[0]) && never_negative(a.args[1]);
    case Kind::floordiv:
      return never_negative(a.args[0]);
  }
  return false;
}

}  // namespace

bool never_negative(const Size& s) {
  bool plain = true;
  for (std::size_t i = 0; i < s.terms().size(); ++i) {
    const Size::Term& t = s.terms()[i];
    for (const Size::Atom& a : t.atoms) plain = plain && is_natural(a);
    plain = plain && t.coefficient >= 0;
    // max(a, b) >= a and >= b; min(a, b) <= a and <= b.
    if (t.atoms.size() != 1) continue;
    const Size::Atom& a = t.atoms[0];
    const bool bounded = (a.kind == Size::Atom::Kind::max && t.coefficient > 0) ||
                         (a.kind == Size::Atom::Kind::min && t.coefficient < 0);
    if (!bounded) continue;
    for (const Size& side : a.args)
      if (never_negative(with_instead(s, i, side))) return true;
  }
  return plain;
}

Size where_positive(const Size& s, const Size& positive) {
  if (positive.terms().size() != 1 || positive.terms()[0].atoms.size() != 1) return s;
  const Size::Atom& atom = positive.terms()[0].atoms[0];
  if (atom.kind != Size::Atom::Kind::max) return s;
  for (int side : {0, 1}) {
    const auto least = atom.args[side].constant();
    if (!least || *least > 0) continue;
    for (std::size_t i = 0; i < s.terms().size(); ++i)
      if (s.terms()[i].atoms.size() == 1 && s.terms()[i].atoms[0].text() == atom.text())
        return with_instead(s, i, atom.args[1 - side]);
  }
  return s;
}

bool is_short(const Size& s) {
  if (s.terms().size() > 4) return false;
  for (const Size::Term& t : s.terms()) {
    if (t.atoms.size() > 2) return false;
    for (const Size::Atom& a : t.atoms)
      if (a.kind != Size::Atom::Kind::symbol) return false;
  }
  return true;
}

}  // namespace tlaloc::back
