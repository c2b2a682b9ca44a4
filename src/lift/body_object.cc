#include "lift/body_object.h"

namespace tlaloc::lift {

bool same(const Object& a, const Object& b) {
  if (a.kind != b.kind || a.value != b.value || a.known != b.known || a.size != b.size ||
      a.target != b.target || a.among != b.among || a.function != b.function ||
      a.children.size() != b.children.size() || !a.path != !b.path)
    return false;
  if (a.path && *a.path != *b.path) return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!same(a.children[i], b.children[i])) return false;
  return true;
}

void differences(const Object& a, const Object& b, const Place& at, std::vector<Place>& out) {
  const bool alike = a.kind == b.kind && a.children.size() == b.children.size();
  const auto inside = [&](Step::Kind kind) {
    for (std::size_t i = 0; i < a.children.size(); ++i)
      differences(a.children[i], b.children[i], at.step({kind, static_cast<int>(i), {}}), out);
  };
  if (alike && a.kind == Object::Kind::aggregate) {
    inside(Step::Kind::child);
  } else if (alike && a.kind == Object::Kind::table) {
    inside(Step::Kind::column);
  } else if (alike && a.kind == Object::Kind::address && !a.children.empty() &&
             a.target == b.target && a.among == b.among) {
    inside(Step::Kind::offset);
  } else if (!same(a, b)) {
    out.push_back(at);
  }
}

const Object* find(const std::vector<Object>& cells, const Place& p) {
  if (static_cast<std::size_t>(p.cell) >= cells.size()) return nullptr;
  const Object* o = &cells[static_cast<std::size_t>(p.cell)];
  for (const Step& s : p.steps) {
    const Object::Kind holds = s.kind == Step::Kind::column   ? Object::Kind::table
                               : s.kind == Step::Kind::offset ? Object::Kind::address
                                                              : Object::Kind::aggregate;
    if (o->kind != holds || static_cast<std::size_t>(s.child) >= o->children.size()) return nullptr;
    o = &o->children[static_cast<std::size_t>(s.child)];
  }
  return o;
}

}  // namespace tlaloc::lift
