#include "ops/one_op.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/table.h"

namespace tlaloc::ops_test {

using back::Array;

std::vector<Use> uses(const ir::OpDef& op) {
  std::vector<Use> out;
  for (ir::Sample& s : op.samples()) out.push_back({&op, std::move(s)});
  return out;
}

Use in_dtype(Use use, DType t) {
  for (ir::Type& x : use.sample.x)
    if (is_floating(x.dtype)) x.dtype = t;
  if (const auto* attr = use.sample.attrs.find("dtype");
      attr && is_floating(std::get<DType>(*attr)))
    use.sample.attrs.set("dtype", t);
  return use;
}

std::vector<const ir::OpDef*> plain_ops() {
  std::vector<const ir::OpDef*> out;
  for (const ir::OpDef* op : ops::table())
    if (op->control == ir::Control::none) out.push_back(op);
  return out;
}

ir::Graph program(const Use& use) {
  ir::Graph g;
  g.functions.emplace_back();
  ir::Function& f = g.main();
  f.name = "main";
  ir::Values x;
  for (const ir::Type& t : use.sample.x) x.push_back(f.add_param(t));
  ir::Builder b(f, ops::require_op());
  f.body.results = b.add_all(*use.op, x, use.sample.attrs);
  return g;
}

namespace {

double draw(std::mt19937& random, ir::Domain domain, std::int64_t bound, std::size_t i) {
  std::uniform_real_distribution<double> unit(0.05, 0.95), real(-2, 2);
  switch (domain) {
    case ir::Domain::real:
      return real(random);
    case ir::Domain::positive:
      return 0.25 + 2 * unit(random);
    case ir::Domain::unit:
      return unit(random);
    case ir::Domain::nonzero:
      return (real(random) < 0 ? -1 : 1) * (0.5 + unit(random));
    case ir::Domain::boolean:
      return static_cast<double>(random() % 2);
    case ir::Domain::index:
      return static_cast<double>(random() % static_cast<std::uint64_t>(bound));
    case ir::Domain::distinct:
      return static_cast<double>(i) + 0.5;
  }
  return 0;
}

/// Integers need room: two decimal places of a real number, without sign where there is none.
double fitted(double v, DType t, ir::Domain domain) {
  if (is_floating(t) || domain == ir::Domain::boolean || domain == ir::Domain::index) return v;
  const double whole = std::trunc(v * 10);
  if (is_unsigned_integer(t)) return std::fabs(whole);
  return whole == 0 && domain == ir::Domain::nonzero ? 1 : whole;
}

}  // namespace

std::vector<Array> inputs(const Use& use, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Array> out;
  for (std::size_t k = 0; k < use.sample.x.size(); ++k) {
    const ir::Type& t = use.sample.x[k];
    std::vector<std::int64_t> sizes;
    std::size_t count = 1;
    for (const ir::Size& s : t.sizes) {
      sizes.push_back(*s.constant());
      count *= static_cast<std::size_t>(sizes.back());
    }
    Numbers v;
    const ir::Domain domain = use.sample.domains[k];
    for (std::size_t i = 0; i < count; ++i)
      v.push_back(fitted(draw(random, domain, use.sample.index_bound, i), t.dtype, domain));
    out.push_back(Array::from_numbers(t.dtype, v, sizes));
  }
  return out;
}

std::vector<bool> floating_operands(const Use& use) {
  std::vector<bool> out;
  for (const ir::Type& t : use.sample.x) out.push_back(is_floating(t.dtype));
  return out;
}

bool is_floating(const Use& use) {
  const ir::Graph g = program(use);
  const auto x = floating_operands(use);
  return std::count(x.begin(), x.end(), true) > 0 &&
         is_floating(g.main().type(g.main().body.results[0]).dtype);
}

std::vector<Array> run(const ir::Graph& g, const std::vector<Array>& x) {
  auto y = back::eval(g, x);
  if (!y) {
    ADD_FAILURE() << base::text(y.error()) << "\n" << ir::print(g);
    return {};
  }
  return *y;
}

Numbers flat(const std::vector<Array>& x) {
  Numbers out;
  for (const Array& a : x)
    if (is_floating(a.dtype))
      for (double v : a.numbers()) out.push_back(v);
  return out;
}

std::vector<Array> shaped_like(const std::vector<Array>& x, const Numbers& v) {
  std::vector<Array> out;
  std::size_t at = 0;
  for (const Array& a : x) {
    if (!is_floating(a.dtype)) continue;
    const auto n = static_cast<std::size_t>(a.count());
    out.push_back(Array::from_numbers(a.dtype, std::span(v).subspan(at, n), a.sizes));
    at += n;
  }
  return out;
}

Numbers random_numbers(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> real(-1, 1);
  Numbers out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(real(random));
  return out;
}

double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void expect_close(const Numbers& got, const Numbers& expected, double tolerance,
                  const std::string& what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(got[i]) && std::isnan(expected[i])) continue;
    if (got[i] == expected[i]) continue;
    EXPECT_LE(std::fabs(got[i] - expected[i]), tolerance * std::max(1.0, std::fabs(expected[i])))
        << what << ": element " << i << " is " << got[i] << ", not " << expected[i];
  }
}

std::string describe(const Use& use) {
  std::string out = std::string(use.op->name) + "(";
  for (std::size_t i = 0; i < use.sample.x.size(); ++i)
    out += (i ? ", " : "") + ir::text(use.sample.x[i]);
  return out + ") " + ir::text(use.sample.attrs);
}

}  // namespace tlaloc::ops_test
