// Every op, its gradient and its batched form, and the corpus of programs with their gradients: a
// PJRT plugin against the oracle.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "corpus/programs.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "ops/one_op.h"
#include "runtime/runtime.h"
#include "transform/inline_calls.h"
#include "transform/optimise.h"
#include "transform/vjp.h"
#include "transform/vmap.h"

namespace tlaloc {
namespace {

using back::Array;

std::vector<std::string> plugins() {
  std::vector<std::string> out;
  std::stringstream all(TLALOC_PLUGINS);
  for (std::string path; std::getline(all, path, ':');) out.push_back(path);
  return out;
}

std::shared_ptr<runtime::Host> host(const std::string& plugin) {
  auto opened = runtime::open_host("pjrt:" + plugin);
  if (!opened) ADD_FAILURE() << base::text(opened.error());
  return opened ? *opened : nullptr;
}

std::vector<pen::HostBuffer> buffers(std::vector<Array>& x) {
  std::vector<pen::HostBuffer> out;
  for (Array& a : x) out.push_back({a.dtype, a.sizes, a.bytes.data()});
  return out;
}

base::Result<std::vector<Array>> run_on(runtime::Host& h, const ir::Graph& g,
                                        std::vector<Array> x) {
  const auto from = buffers(x);
  const auto symbols = runtime::bind_symbols(g.main(), from, {});
  if (!symbols) return base::fail(symbols.error());
  auto program = h.compile(g, *symbols);
  if (!program) return base::fail(program.error());
  const auto sizes = runtime::result_sizes(g.main(), *symbols);
  if (!sizes) return base::fail(sizes.error());
  std::vector<Array> y;
  for (std::size_t i = 0; i < sizes->size(); ++i)
    y.push_back(Array::zeros(g.main().type(g.main().body.results[i]).dtype, (*sizes)[i]));
  const auto to = buffers(y);
  if (auto ok = (*program)->run(from, to); !ok) return base::fail(ok.error());
  return y;
}

// XLA's own functions and sums differ from ours by roundings; a bf16 result may be one step off.
double tolerance(DType t) { return t == DType::f64 ? 1e-11 : t == DType::f32 ? 3e-5 : 3e-2; }

void expect_equal(const std::vector<Array>& got, const std::vector<Array>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].sizes, expected[i].sizes);
    for (std::int64_t k = 0; k < got[i].count(); ++k) {
      const double a = got[i].number(k), b = expected[i].number(k);
      const bool same = a == b || (std::isnan(a) && std::isnan(b)) ||
                        std::fabs(a - b) <= tolerance(got[i].dtype) * std::max(1.0, std::fabs(b));
      EXPECT_TRUE(same) << "result " << i << ", element " << k << ": got " << a << ", expected "
                        << b;
    }
  }
}

/// "" if the plugin gave what the oracle gives; the refusal's id if the device refuses the program
/// by name.
std::string compare(runtime::Host& h, const ir::Graph& g, const std::vector<Array>& x,
                    const std::string& what) {
  SCOPED_TRACE(what + "\n" + ir::print(g));
  const auto expected = back::eval(g, x);
  EXPECT_TRUE(expected) << base::text(expected.error());
  if (!expected) return "oracle";
  const auto got = run_on(h, g, x);
  if (!got) {
    EXPECT_TRUE(got.error().id.starts_with("hlo.")) << base::text(got.error());
    return got.error().id;
  }
  expect_equal(*got, *expected);
  return "";
}

ir::Graph ready(const ir::Graph& g) { return transform::optimise(transform::inline_calls(g)); }

bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

// Cotangents of ones for each floating result.
std::vector<Array> with_ones(std::vector<Array> x, const ir::Graph& g,
                             const std::vector<Array>& y) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!is_floating(g.main().type(g.main().body.results[i]).dtype)) continue;
    const std::vector<double> ones(static_cast<std::size_t>(y[i].count()), 1.0);
    x.push_back(Array::from_numbers(y[i].dtype, ones, y[i].sizes));
  }
  return x;
}

// ---- ops, on the newest plugin -----------------------------------------------------------------

class EveryOpOnPjrt : public testing::TestWithParam<const ir::OpDef*> {};

TEST_P(EveryOpOnPjrt, AgreesWithTheOracle) {
  const auto h = host(plugins().front());
  ASSERT_NE(h, nullptr);
  for (const ops_test::Use& u : ops_test::uses(*GetParam())) {
    const ir::Graph g = ops_test::program(u);
    const std::vector<Array> x = ops_test::inputs(u, 1);
    // An op that StableHLO cannot say tells why, and docs/ops.md shows it.
    if (!compare(*h, g, x, ops_test::describe(u)).empty()) {
      EXPECT_TRUE(std::holds_alternative<ir::Unsupported>(GetParam()->hlo));
      continue;
    }
    const auto y = back::eval(g, x);
    ASSERT_TRUE(y);
    const std::vector<bool> active = ops_test::floating_operands(u);
    if (ops_test::is_floating(u) && any(active)) {
      const auto reverse = transform::vjp(g, active, std::vector<bool>(y->size(), true));
      ASSERT_TRUE(reverse) << base::text(reverse.error());
      EXPECT_EQ(
          compare(*h, ready(*reverse), with_ones(x, g, *y), ops_test::describe(u) + ", gradient"),
          "");
    }
    if (x.empty()) continue;
    const auto batched = transform::vmap(g, std::vector<bool>(x.size(), true), ir::Size(2));
    if (!batched) continue;  // refused with a reason, which every_op_test sees
    std::vector<Array> twice;
    for (const Array& a : x) {
      Array b = a;
      b.sizes.insert(b.sizes.begin(), 2);
      b.bytes.insert(b.bytes.end(), a.bytes.begin(), a.bytes.end());
      twice.push_back(std::move(b));
    }
    EXPECT_EQ(compare(*h, ready(*batched), twice, ops_test::describe(u) + ", batched"), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOpOnPjrt, testing::ValuesIn(ops_test::plain_ops()),
                         [](const auto& info) { return std::string(info.param->name); });

// ---- programs, on both -------------------------------------------------------------------------

class CorpusOnPjrt : public testing::TestWithParam<std::string> {};

TEST_P(CorpusOnPjrt, AgreesWithTheOracle) {
  const auto h = host(GetParam());
  ASSERT_NE(h, nullptr);
  std::vector<corpus::Program> programs = corpus::straight_programs();
  for (corpus::Program& p : corpus::control_programs()) programs.push_back(std::move(p));
  int same = 0, refused = 0;
  for (const corpus::Program& p : programs) {
    if (const std::string id = compare(*h, ready(p.graph), p.args, p.name); !id.empty()) {
      EXPECT_EQ(id, "hlo.recursion");
      ++refused;
      continue;
    }
    std::vector<bool> active;
    for (ir::Value v : p.graph.main().body.params)
      active.push_back(is_floating(p.graph.main().type(v).dtype));
    if (!any(active)) continue;
    std::vector<bool> seeded(p.graph.main().body.results.size(), false);
    seeded[0] = true;
    const auto reverse = transform::vjp(p.graph, active, seeded);
    ASSERT_TRUE(reverse) << p.name << ": " << base::text(reverse.error());
    std::vector<Array> x = p.args;
    x.push_back(Array::from_numbers(p.graph.main().type(p.graph.main().body.results[0]).dtype,
                                    std::vector<double>{1.0}, {}));
    // A loop whose number of turns is an argument keeps a stack of that size: no device takes it.
    const std::string id = compare(*h, ready(*reverse), x, p.name + ", gradient");
    EXPECT_TRUE(id.empty() || id == "hlo.data_size") << id;
    ++(id.empty() ? same : refused);
  }
  EXPECT_GT(same, 3 * refused);
}

INSTANTIATE_TEST_SUITE_P(Plugins, CorpusOnPjrt, testing::ValuesIn(plugins()),
                         [](const auto& info) { return "plugin_" + std::to_string(info.index); });

// ---- what is refused before a plugin sees it ---------------------------------------------------

TEST(Pjrt, WrongArgumentsAreRefused) {
  const corpus::Program p = corpus::straight_programs().front();
  const auto h = host(plugins().front());
  ASSERT_NE(h, nullptr);
  std::vector<Array> none;
  EXPECT_EQ(run_on(*h, p.graph, none).error().id, "call.count");
  std::vector<Array> wrong = p.args;
  wrong[0].dtype = DType::i32;
  EXPECT_EQ(run_on(*h, p.graph, wrong).error().id, "call.type");
  wrong = p.args;
  wrong[0].sizes.push_back(1);
  EXPECT_EQ(run_on(*h, p.graph, wrong).error().id, "call.type");
}

TEST(Pjrt, WhatIsNoPluginIsRefused) {
  EXPECT_EQ(runtime::open_host("pjrt:/nowhere/plugin.so").error().id, "pjrt.load");
  EXPECT_EQ(runtime::open_host("pjrt:libm.so.6").error().id, "pjrt.load");
  EXPECT_EQ(runtime::open_host("gpu").error().id, "session.host");
}

}  // namespace
}  // namespace tlaloc
