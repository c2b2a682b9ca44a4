// tlaloc-oracle-samples: prints every use of every op as one line of JSON, with what the oracle of
// the op table makes of it: the result, and in f64 the tangent and the cotangents. An independent
// implementation (ops.py) computes the same lines again.
#include <cstdio>

#include <nlohmann/json.hpp>

#include "ops/one_op.h"
#include "transform/jvp.h"
#include "transform/vjp.h"

namespace tlaloc::ops_test {
namespace {

using back::Array;
using nlohmann::json;

constexpr unsigned kSeed = 11;

/// NaN and the infinities have no spelling in JSON; they go as words.
json number(double v) {
  if (v != v) return "nan";
  if (v - v != 0) return v > 0 ? "inf" : "-inf";
  return v;
}

json array(const Array& a) {
  json numbers = json::array();
  for (double v : a.numbers()) numbers.push_back(number(v));
  return {{"dtype", name_of(a.dtype)}, {"sizes", a.sizes}, {"numbers", numbers}};
}
json arrays(const std::vector<Array>& all) {
  json out = json::array();
  for (const Array& a : all) out.push_back(array(a));
  return out;
}

struct AttrWriter {
  json operator()(DType t) const { return name_of(t); }
  json operator()(const ir::Size& s) const { return *s.constant(); }
  json operator()(const ir::Sizes& sizes) const {
    json out = json::array();
    for (const ir::Size& s : sizes) out.push_back(*s.constant());
    return out;
  }
  json operator()(double v) const { return number(v); }
  template <class T>
  json operator()(const T& v) const {
    return v;
  }
};
json attrs(const ir::Attrs& a) {
  json out = json::object();
  for (const auto& [name, value] : a.entries()) out[name] = std::visit(AttrWriter{}, value);
  return out;
}

std::vector<Array> joined(std::vector<Array> a, const std::vector<Array>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
std::vector<Array> from(const std::vector<Array>& v, std::size_t first) {
  return {v.begin() + static_cast<std::ptrdiff_t>(first), v.end()};
}

/// The tangent along random directions and the cotangents of random weights.
void add_derivatives(json& line, const Use& u, const std::vector<Array>& x,
                     const std::vector<Array>& y) {
  const auto t = shaped_like(x, random_numbers(flat(x).size(), 1));
  const auto ct = shaped_like(y, random_numbers(flat(y).size(), 2));
  const auto active = floating_operands(u);
  auto forward = transform::jvp(program(u), active);
  auto reverse = transform::vjp(program(u), active, std::vector<bool>(y.size(), true));
  line["t"] = arrays(t);
  line["ct"] = arrays(ct);
  line["jvp"] = arrays(from(run(*forward, joined(x, t)), y.size()));
  line["vjp"] = arrays(from(run(*reverse, joined(x, ct)), y.size()));
}

void print(const Use& u, bool derivatives) {
  const auto x = inputs(u, kSeed);
  const auto y = run(program(u), x);
  json line = {{"op", u.op->name},
               {"use", describe(u)},
               {"attrs", attrs(u.sample.attrs)},
               {"x", arrays(x)},
               {"y", arrays(y)}};
  if (derivatives) add_derivatives(line, u, x, y);
  std::puts(line.dump().c_str());
}

}  // namespace
}  // namespace tlaloc::ops_test

int main() {
  using namespace tlaloc::ops_test;
  for (const tlaloc::ir::OpDef* op : plain_ops())
    for (const Use& u : uses(*op)) {
      print(u, false);
      if (is_floating(u)) print(in_dtype(u, tlaloc::DType::f64), true);
    }
}
