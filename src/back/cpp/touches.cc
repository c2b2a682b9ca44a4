#include "back/cpp/touches.h"

#include "back/words.h"

namespace tlaloc::back {
namespace {

class TouchFinder {
 public:
  TouchFinder(const ir::Function& f, const Variables& vars) : f_(f), vars_(vars) {}

  /// Everything from the loop's first turn to its last.
  void loop(const Node& n) {
    inside(n);
    turns(n);
  }
  const std::map<int, Touches>& found() const { return found_; }

 private:
  static std::size_t skip(const Node& n) { return n.op->control == Control::loop ? 1 : 0; }

  void inside(const Node& n) {
    for (const Region& r : n.regions)
      for (const Node& inner : r.nodes) node(inner);
  }
  void node(const Node& n) {
    if (n.op->control == Control::branch) {
      inside(n);
      for (const Region& r : n.regions)
        for (std::size_t i = 0; i < n.results.size(); ++i) copied(n.results[i], r.results[i]);
    } else if (n.op->control == Control::loop || n.op->control == Control::while_loop) {
      loop(n);
      for (std::size_t i = 0; i < n.results.size(); ++i) {
        copied(n.regions[0].params[i + skip(n)], n.operands[i + skip(n)]);
        copied(n.results[i], n.regions[0].params[i + skip(n)]);
      }
    } else if (n.op->access != Access::none) {
      access(n);
    } else {
      whole(n);
    }
  }
  void turns(const Node& n) {
    const Region &first = n.regions.front(), &body = n.regions.back();
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      copied(first.params[i + skip(n)], body.results[i]);
      copied(body.params[i + skip(n)], first.params[i + skip(n)]);
    }
  }
  void access(const Node& n) {
    const bool loads = n.op->access == Access::load;
    if (!f_.type(loads ? n.results[0] : n.operands.back()).is_scalar()) return whole(n);
    if (loads) {
      at(n.operands[0]).reads = true;
    } else {
      at(n.results[0]).writes = true;
      copied(n.results[0], n.operands[0]);
    }
  }
  void whole(const Node& n) {
    for (Value x : n.operands) at(x).is_read = true;
    for (Value y : n.results) at(y).is_made = true;
  }
  void copied(Value to, Value from) {
    if (vars_.same(to, from)) return;
    at(from).is_read = true;
    at(to).is_made = true;
  }
  Touches& at(Value v) { return found_[vars_.has(v) ? vars_.of(v) : -1]; }

  const ir::Function& f_;
  const Variables& vars_;
  std::map<int, Touches> found_;
};

}  // namespace

std::map<int, Touches> touches_of(const Node& loop, const ir::Function& f, const Variables& vars) {
  TouchFinder finder(f, vars);
  finder.loop(loop);
  return finder.found();
}

}  // namespace tlaloc::back
