// refuse: site.member
// compilers: both
#include <tlaloc/grad.h>

struct Model {
  double w;
  int calls = 0;
  double loss(double x) { return ++calls, w * x; }
};
double use(Model m) {
  return tlaloc::grad<1>(&Model::loss)(m, 3.0);  // <- here
}
