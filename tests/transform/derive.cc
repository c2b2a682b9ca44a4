#include "transform/derive.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/verify.h"

namespace tlaloc::transform_test {

using back::Array;
using ir::Tree;

namespace {

Tree leaf(const ir::Type& t, int number) {
  Tree tree;
  tree.kind = t.is_scalar() ? Tree::Kind::scalar : Tree::Kind::tensor;
  tree.cpp_type = cpp_name_of(t.dtype);
  if (!t.is_scalar()) {
    tree.cpp_type = "tlaloc::Tensor<" + tree.cpp_type;
    for (int i = 0; i < t.rank(); ++i) tree.cpp_type += ", tlaloc::Any";
    tree.cpp_type += ">";
  }
  tree.leaf = number;
  tree.differentiable = is_floating(t.dtype);
  return tree;
}

}  // namespace

transform::Program with_signature(const ir::Graph& g) {
  transform::Program p{g, {}};
  const ir::Function& f = g.main();
  for (std::size_t i = 0; i < f.body.params.size(); ++i)
    p.boundary.params.push_back({"x" + std::to_string(i),
                                 leaf(f.type(f.body.params[i]), static_cast<int>(i)), false,
                                 false});
  std::vector<Tree> results;
  for (std::size_t i = 0; i < f.body.results.size(); ++i)
    results.push_back(leaf(f.type(f.body.results[i]), static_cast<int>(i)));
  if (results.size() == 1) {
    p.boundary.result = results[0];
  } else {
    p.boundary.result.kind = Tree::Kind::pair;
    p.boundary.result.children = std::move(results);
  }
  return p;
}

ir::Graph derive(const ir::Graph& g, const Steps& steps) {
  std::vector<transform::Step> path;
  for (Kind k : steps) path.push_back({k, {}});
  auto p = transform::apply(with_signature(g), path);
  if (!p) {
    ADD_FAILURE() << base::text(p.error());
    return g;
  }
  EXPECT_EQ(p->boundary.params.empty(), p->graph.main().body.params.empty());
  return std::move(p->graph);
}

Numbers run(const ir::Graph& g, const std::vector<Array>& args, back::Counters* counters) {
  const auto y = back::eval(g, args, counters);
  if (!y) {
    ADD_FAILURE() << base::text(y.error()) << "\n" << ir::print(g);
    return {};
  }
  Numbers out;
  for (const Array& a : *y)
    for (double v : a.numbers()) out.push_back(v);
  return out;
}

Numbers floating(const std::vector<Array>& args) {
  Numbers out;
  for (const Array& a : args)
    if (is_floating(a.dtype))
      for (double v : a.numbers()) out.push_back(v);
  return out;
}

std::vector<Array> with_floating(std::vector<Array> args, const Numbers& x) {
  std::size_t next = 0;
  for (Array& a : args) {
    if (!is_floating(a.dtype)) continue;
    a = Array::from_numbers(a.dtype, std::span(x).subspan(next, a.count()), a.sizes);
    next += a.count();
  }
  return args;
}

std::vector<Array> with_tangents(const std::vector<Array>& args, const Numbers& t) {
  std::vector<Array> out = args;
  for (const Array& a : with_floating(args, t))
    if (is_floating(a.dtype)) out.push_back(a);
  return out;
}

Numbers difference(const ir::Graph& g, const std::vector<Array>& args, const Numbers& t,
                   double step) {
  const Numbers x = floating(args);
  const auto at = [&](double h) {
    Numbers moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] += h * t[i];
    return run(g, with_floating(args, moved));
  };
  // y' = (y(-2h) - 8 y(-h) + 8 y(h) - y(2h)) / 12 h
  const Numbers a = at(-2 * step), b = at(-step), c = at(step), d = at(2 * step);
  Numbers out;
  for (std::size_t i = 0; i < a.size(); ++i)
    out.push_back((a[i] - 8 * b[i] + 8 * c[i] - d[i]) / (12 * step));
  return out;
}

double dot(const Numbers& x, const Numbers& y) {
  EXPECT_EQ(x.size(), y.size());
  double s = 0;
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) s += x[i] * y[i];
  return s;
}

Numbers direction(std::size_t n, unsigned seed) {
  Numbers out;
  std::uint64_t state = seed * 2654435761u + 12345;
  for (std::size_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    out.push_back(static_cast<double>(state >> 40) / (1 << 24) * 2 - 1);
  }
  return out;
}

void expect_close(const Numbers& got, const Numbers& expected, double tolerance,
                  const std::string& what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(got[i]) && std::isnan(expected[i])) continue;
    if (got[i] == expected[i]) continue;  // infinities too
    EXPECT_LE(std::abs(got[i] - expected[i]), tolerance * std::max(1.0, std::abs(expected[i])))
        << what << " [" << i << "]: got " << got[i] << ", expected " << expected[i];
  }
}

}  // namespace tlaloc::transform_test
