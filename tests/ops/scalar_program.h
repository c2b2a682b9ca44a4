// Scalar functions of scalars, written with the builder functions of ops/build.h.
#pragma once

#include <vector>

#include "ops/build.h"
#include "ops/one_op.h"
#include "ops/table.h"

namespace tlaloc::ops_test {

/// A scalar function of scalars in f64.
template <class F>
ir::Graph function(int operands, F body) {
  ir::Graph g;
  g.functions.emplace_back();
  ir::Function& f = g.main();
  f.name = "main";
  ir::Values x;
  for (int i = 0; i < operands; ++i) x.push_back(f.add_param(ir::scalar_type(DType::f64)));
  ir::Builder b(f, ops::require_op());
  f.body.results = {body(b, x)};
  return g;
}

inline std::vector<back::Array> scalars(const Numbers& v) {
  std::vector<back::Array> out;
  for (double one : v) out.push_back(back::Array::scalar<double>(one));
  return out;
}

}  // namespace tlaloc::ops_test
