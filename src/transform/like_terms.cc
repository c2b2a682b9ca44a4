#include "transform/like_terms.h"

#include <map>
#include <set>

#include "ops/sums.h"
#include "transform/rebuild.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ops::Term;

/// The values whose bits lead somewhere: to a result that keeps them, to a comparison, to a choice.
class Exact {
 public:
  Exact(const Function& f, const std::vector<bool>& results) : f_(f) {
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i]) todo_.push_back(f.body.results[i]);
    roots(f.body);
    while (!todo_.empty()) {
      const Value v = todo_.back();
      todo_.pop_back();
      if (all_.insert(v).second) back(v);
    }
  }
  bool operator()(Value v) const { return all_.count(v) > 0; }

 private:
  struct Origin {
    const Node* node = nullptr;
    std::size_t index = 0;
    bool param = false;
  };
  static std::size_t skip(const Node& n) { return n.op->control == Control::loop ? 1 : 0; }
  void mark(const Values& vs) { todo_.insert(todo_.end(), vs.begin(), vs.end()); }

  void roots(const Region& r) {
    for (const Node& n : r.nodes) {
      for (std::size_t i = 0; i < n.results.size(); ++i) origin_[n.results[i]] = {&n, i};
      for (const Region& inner : n.regions) {
        for (std::size_t i = 0; i < inner.params.size(); ++i)
          origin_[inner.params[i]] = {&n, i, true};
        roots(inner);
      }
      if (n.op->control == Control::branch || n.op->control == Control::loop)
        mark({n.operands[0]});
      else if (n.op->control == Control::while_loop)
        mark(n.regions[0].results);
      else if (n.op->control != Control::none)
        mark(n.operands);
      else if (!is_free(n))
        mark(n.operands);
    }
  }
  /// An op on floating numbers alone.
  bool is_free(const Node& n) const {
    for (Value y : n.results)
      if (!is_floating(f_.type(y).dtype)) return false;
    return true;
  }

  void back(Value v) {
    const auto at = origin_.find(v);
    if (at == origin_.end()) return;
    const auto& [n, i, param] = at->second;
    switch (n->op->control) {
      case Control::branch:
        for (const Region& r : n->regions) mark({r.results[i]});
        return;
      case Control::loop:
      case Control::while_loop: {
        if (param && i < skip(*n)) return;
        const std::size_t carried = param ? i - skip(*n) : i;
        mark({n->operands[carried + skip(*n)], n->regions.back().results[carried]});
        return;
      }
      default:
        return mark(n->operands);
    }
  }

  const Function& f_;
  std::map<Value, Origin> origin_;
  std::set<Value> all_;
  Values todo_;
};

class LikeTerms : public Rebuild {
 public:
  LikeTerms(const Function& f, const std::vector<bool>& exact) : exact_(f, exact) { note(f.body); }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (!is_sum(n) || reads_[n.results[0]] == 0 || is_inner(n)) return std::nullopt;
    std::vector<Term> terms;
    gather(n, 1, terms);
    if (!merge(terms)) return std::nullopt;
    for (Term& t : terms) t.value = at(t.value);
    const Value y = ops::sum_of_terms(*b_, std::move(terms));
    b_->name(y, from_->values[n.results[0].id].name);
    return Values{y};
  }

 private:
  void note(const Region& r) {
    for (const Node& n : r.nodes) {
      for (Value y : n.results) maker_[y] = {&n, &r};
      for (Value x : n.operands) {
        ++reads_[x];
        reader_[x] = &n;
      }
      for (const Region& inner : n.regions) note(inner);
    }
    for (Value y : r.results) {
      ++reads_[y];
      reader_[y] = nullptr;
    }
  }
  const Node* def(Value v) const {
    const auto at = maker_.find(v);
    return at == maker_.end() ? nullptr : at->second.first;
  }
  bool is_sum(const Node& n) const {
    if (n.results.size() != 1 || exact_(n.results[0])) return false;
    const ir::Type& t = from_->type(n.results[0]);
    return t.is_scalar() && is_floating(t.dtype) && !ops::terms_of_sum(n).empty();
  }
  /// Part of a greater sum in the same region, and of nothing else.
  bool is_inner(const Node& n) const {
    const Value y = n.results[0];
    const Node* reader = reader_.at(y);
    return reads_.at(y) == 1 && reader != nullptr && is_sum(*reader) &&
           maker_.at(y).second == maker_.at(reader->results[0]).second;
  }
  void gather(const Node& n, double sign, std::vector<Term>& out) const {
    for (const Term& t : ops::terms_of_sum(n)) {
      const Node* inner = def(t.value);
      if (inner != nullptr && is_sum(*inner) && is_inner(*inner))
        gather(*inner, sign * t.factor, out);
      else
        out.push_back({sign * t.factor, t.value});
    }
  }

  /// Terms of one value and sign become one. False if there are none.
  bool merge(std::vector<Term>& terms) const {
    std::vector<Term> out;
    std::vector<Term> bases;  // of `out`: what they are multiples of
    for (const Term& t : terms) {
      Term base = t;
      if (const Node* n = def(t.value))
        for (const Term& product : ops::term_of_product(*n, [&](Value v) { return def(v); }))
          base = {t.factor * product.factor, product.value};
      std::size_t i = 0;
      while (i < out.size() &&
             !(bases[i].value == base.value && (bases[i].factor > 0) == (base.factor > 0)))
        ++i;
      if (i == out.size()) {
        out.push_back(t);
        bases.push_back(base);
      } else {
        bases[i].factor += base.factor;
        out[i] = bases[i];
      }
    }
    const bool merged = out.size() < terms.size() && terms.size() > 2;  // x + x is as good as 2 x
    terms = std::move(out);
    return merged;
  }

  Exact exact_;
  std::map<Value, std::pair<const Node*, const Region*>> maker_;
  std::map<Value, int> reads_;
  std::map<Value, const Node*> reader_;
};

}  // namespace

ir::Graph like_terms(ir::Graph g, const std::vector<bool>& exact) {
  Function& f = g.main();
  f = LikeTerms(f, exact).run(f);
  return g;
}

}  // namespace tlaloc::transform
