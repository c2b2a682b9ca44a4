// Users' structs whose derivatives are goldens.
#pragma once

#include "golden/adapt.h"

namespace tlaloc::golden {

struct Dense {
  Matrix<double> w;
  Vector<double> b;
};
struct Mlp {
  Dense l1, l2;
  int seed = 7;
};

inline void read(Reader& r, Dense& x) {
  read(r, x.w);
  read(r, x.b);
}
inline void read(Reader& r, Mlp& x) {
  read(r, x.l1);
  read(r, x.l2);
}
inline void write(const Dense& y, std::vector<Array>& out) {
  write(y.w, out);
  write(y.b, out);
}
inline void write(const Mlp& y, std::vector<Array>& out) {
  if (y.seed != 7) return;  // copied from the argument; else results are missing
  write(y.l1, out);
  write(y.l2, out);
}
inline void write(const std::pair<double, Mlp>& y, std::vector<Array>& out) {
  write(y.first, out);
  write(y.second, out);
}

/// What all goldens with structs are called with: templates, so that they are named here.
inline void add_struct_runners(std::map<std::string, Runner>& out) {
  out["mlp_value_and_grad"] = adapt(tlaloc_gen::mlp_value_and_grad<Mlp>);
  out["mlp_fused"] = adapt(tlaloc_gen::mlp_fused<Mlp>);
}

}  // namespace tlaloc::golden
