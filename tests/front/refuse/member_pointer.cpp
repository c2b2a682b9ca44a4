// A member function that may change its object has no place for the object: inputs are never written.
#include <tlaloc/tlaloc.h>

struct Model {
  double w;
  int calls = 0;
  double loss(double x) { return ++calls, w * x; }
};

int main() {
  Model m{2};
  // expect: may change its object
  return static_cast<int>(tlaloc::grad<1>(&Model::loss)(m, 3.0));
}
