// A pointer to a member function is no callable with a body yet.
#include <tlaloc/tlaloc.h>

struct Model {
  double w;
  double loss(double x) const { return w * x; }
};

int main() {
  // expect: [site.pointer]
  return static_cast<int>(tlaloc::grad<1>(&Model::loss)(Model{2}, 3));
}
