#include "lift/body_object.h"

namespace tlaloc::lift {

bool same(const Object& a, const Object& b) {
  if (a.kind != b.kind || a.value != b.value || a.known != b.known || a.size != b.size ||
      a.target != b.target || a.function != b.function || a.children.size() != b.children.size() ||
      !a.path != !b.path)
    return false;
  if (a.path && *a.path != *b.path) return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!same(a.children[i], b.children[i])) return false;
  return true;
}

void differences(const Object& a, const Object& b, const Place& at, std::vector<Place>& out) {
  if (a.kind == Object::Kind::aggregate && b.kind == Object::Kind::aggregate &&
      a.children.size() == b.children.size()) {
    for (std::size_t i = 0; i < a.children.size(); ++i)
      differences(a.children[i], b.children[i], at.child(static_cast<int>(i)), out);
  } else if (!same(a, b)) {
    out.push_back(at);
  }
}

}  // namespace tlaloc::lift
