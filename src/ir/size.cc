#include "ir/size.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace tlaloc::ir {
namespace {

using Kind = Size::Atom::Kind;

std::int64_t floor_div_of(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

std::int64_t apply(Kind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case Kind::floordiv:
      return floor_div_of(a, b);
    case Kind::mod:
      return a - b * floor_div_of(a, b);
    case Kind::min:
      return std::min(a, b);
    case Kind::max:
      return std::max(a, b);
    case Kind::symbol:
      break;
  }
  return 0;
}

// a / b for a constant b that divides every coefficient.
std::optional<Size> exact_quotient(const Size& a, std::int64_t b) {
  Size out;
  for (const Size::Term& t : a.terms()) {
    if (t.coefficient % b != 0) return std::nullopt;
    Size term(t.coefficient / b);
    for (const Size::Atom& atom : t.atoms)
      term = term * (atom.kind == Kind::symbol     ? Size::symbol(atom.name)
                     : atom.kind == Kind::floordiv ? Size::floor_div(atom.args[0], atom.args[1])
                     : atom.kind == Kind::mod      ? Size::mod(atom.args[0], atom.args[1])
                     : atom.kind == Kind::min      ? Size::min(atom.args[0], atom.args[1])
                                                   : Size::max(atom.args[0], atom.args[1]));
    out = out + term;
  }
  return out;
}

}  // namespace

Size::Size(std::int64_t constant) {
  if (constant != 0) terms_.push_back({constant, {}});
}

Size Size::of_atom(Atom a) {
  Size s;
  s.terms_.push_back({1, {std::move(a)}});
  return s;
}

Size Size::symbol(std::string name) { return of_atom({Kind::symbol, std::move(name), {}}); }

void Size::add_term(Term t) {
  if (t.coefficient == 0) return;
  const std::string key = t.key();
  const auto at = std::lower_bound(terms_.begin(), terms_.end(), key,
                                   [](const Term& x, const std::string& k) { return x.key() < k; });
  if (at == terms_.end() || at->key() != key) {
    terms_.insert(at, std::move(t));
  } else if ((at->coefficient += t.coefficient) == 0) {
    terms_.erase(at);
  }
}

Size operator+(const Size& a, const Size& b) {
  Size out = a;
  for (const Size::Term& t : b.terms_) out.add_term(t);
  return out;
}

Size operator-(const Size& a, const Size& b) { return a + Size(-1) * b; }

Size operator*(const Size& a, const Size& b) {
  Size out;
  for (const Size::Term& s : a.terms_)
    for (const Size::Term& t : b.terms_) {
      Size::Term product{s.coefficient * t.coefficient, s.atoms};
      product.atoms.insert(product.atoms.end(), t.atoms.begin(), t.atoms.end());
      std::sort(product.atoms.begin(), product.atoms.end(),
                [](const auto& x, const auto& y) { return x.text() < y.text(); });
      out.add_term(std::move(product));
    }
  return out;
}

Size Size::compound(Atom::Kind kind, const Size& a, const Size& b) {
  const auto x = a.constant(), y = b.constant();
  const bool divides = kind == Kind::floordiv || kind == Kind::mod;
  if (x && y && !(divides && *y == 0)) return apply(kind, *x, *y);
  return of_atom({kind, {}, {a, b}});
}

Size Size::floor_div(const Size& a, const Size& b) {
  const auto y = b.constant();
  if (y && *y != 0)
    if (auto q = exact_quotient(a, *y)) return *q;
  if (a == b) return 1;
  return compound(Kind::floordiv, a, b);
}

Size Size::mod(const Size& a, const Size& b) {
  const auto y = b.constant();
  if ((y && *y != 0 && exact_quotient(a, *y)) || a == b) return 0;
  return compound(Kind::mod, a, b);
}

Size Size::min(const Size& a, const Size& b) {
  if (a == b) return a;
  return b < a ? compound(Kind::min, b, a) : compound(Kind::min, a, b);
}

Size Size::max(const Size& a, const Size& b) {
  if (a == b) return a;
  return b < a ? compound(Kind::max, b, a) : compound(Kind::max, a, b);
}

Size Size::broadcast(const Size& a, const Size& b) {
  if (a == b || b == Size(1)) return a;
  if (a == Size(1)) return b;
  if (a.constant()) return a;  // a free size beside a fixed one: it is that size or 1, checked
  if (b.constant()) return b;
  return max(a, b) * min(1, min(a, b));
}

std::optional<std::int64_t> Size::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_[0].atoms.empty()) return terms_[0].coefficient;
  return std::nullopt;
}

std::optional<std::string> Size::lone_symbol() const {
  if (terms_.size() != 1 || terms_[0].coefficient != 1 || terms_[0].atoms.size() != 1 ||
      terms_[0].atoms[0].kind != Kind::symbol)
    return std::nullopt;
  return terms_[0].atoms[0].name;
}

std::vector<std::string> Size::symbols() const {
  std::set<std::string> names;
  for (const Term& t : terms_)
    for (const Atom& a : t.atoms) {
      if (a.kind == Kind::symbol) names.insert(a.name);
      for (const Size& arg : a.args)
        for (const std::string& s : arg.symbols()) names.insert(s);
    }
  return {names.begin(), names.end()};
}

Size Size::substitute(const std::map<std::string, Size>& by) const {
  Size out;
  for (const Term& t : terms_) {
    Size term(t.coefficient);
    for (const Atom& a : t.atoms) {
      if (a.kind == Kind::symbol) {
        const auto at = by.find(a.name);
        term = term * (at == by.end() ? symbol(a.name) : at->second);
        continue;
      }
      const Size x = a.args[0].substitute(by), y = a.args[1].substitute(by);
      term = term * (a.kind == Kind::floordiv ? floor_div(x, y)
                     : a.kind == Kind::mod    ? mod(x, y)
                     : a.kind == Kind::min    ? min(x, y)
                                              : max(x, y));
    }
    out = out + term;
  }
  return out;
}

std::optional<std::int64_t> Size::evaluate(const std::map<std::string, std::int64_t>& of) const {
  std::int64_t sum = 0;
  for (const Term& t : terms_) {
    std::int64_t product = t.coefficient;
    for (const Atom& a : t.atoms) {
      if (a.kind == Kind::symbol) {
        const auto at = of.find(a.name);
        if (at == of.end()) return std::nullopt;
        product *= at->second;
        continue;
      }
      const auto x = a.args[0].evaluate(of), y = a.args[1].evaluate(of);
      if (!x || !y) return std::nullopt;
      if ((a.kind == Kind::floordiv || a.kind == Kind::mod) && *y == 0) return std::nullopt;
      product *= apply(a.kind, *x, *y);
    }
    sum += product;
  }
  return sum;
}

bool Size::operator==(const Size& o) const { return (*this <=> o) == 0; }

std::strong_ordering Size::operator<=>(const Size& o) const {
  if (const auto c = terms_.size() <=> o.terms_.size(); c != 0) return c;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (const auto c = terms_[i].key().compare(o.terms_[i].key()); c != 0) return c <=> 0;
    if (const auto c = terms_[i].coefficient <=> o.terms_[i].coefficient; c != 0) return c;
  }
  return std::strong_ordering::equal;
}

std::string Size::Atom::text() const {
  static constexpr const char* kNames[] = {"", "floordiv", "mod", "min", "max"};
  if (kind == Kind::symbol) return name;
  return fmt::format("{}({}, {})", kNames[static_cast<int>(kind)], args[0].text(), args[1].text());
}

std::string Size::Term::key() const {
  std::string out;
  for (const Atom& a : atoms) out += (out.empty() ? "" : "*") + a.text();
  return out;
}

std::string Size::text() const {
  std::string out, constant;
  for (const Term& t : terms_) {
    const std::int64_t magnitude = t.coefficient < 0 ? -t.coefficient : t.coefficient;
    const std::string key = t.key();
    const std::string body = key.empty()      ? fmt::format("{}", magnitude)
                             : magnitude == 1 ? key
                                              : fmt::format("{}*{}", magnitude, key);
    if (key.empty()) {  // the constant is written last: "n + 2"
      constant = (t.coefficient < 0 ? "-" : "+") + body;
      continue;
    }
    out += out.empty() ? (t.coefficient < 0 ? "-" : "") : (t.coefficient < 0 ? " - " : " + ");
    out += body;
  }
  if (constant.empty()) return out.empty() ? "0" : out;
  if (out.empty()) return constant[0] == '-' ? constant : constant.substr(1);
  return fmt::format("{} {} {}", out, constant[0], constant.substr(1));
}

Size product(const Sizes& sizes) {
  Size out(1);
  for (const Size& s : sizes) out = out * s;
  return out;
}

}  // namespace tlaloc::ir
