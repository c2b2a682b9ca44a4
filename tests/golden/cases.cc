#include "golden/cases.h"

#include <functional>
#include <set>

#include "back/cpp/signature.h"
#include "base/check.h"
#include "base/error.h"
#include "corpus/programs.h"
#include "golden/tensor_programs.h"

namespace tlaloc::golden {
namespace {

using back::Array;
using ir::Tree;
using transform::Step;
using Kind = transform::Step::Kind;

/// Rank 1 as C++ programs without tensors have it: spans go in, vectors come out.
void as_spans(ir::Boundary& b) {
  auto swap = [](Tree& t, Tree::Kind kind, const char* type) {
    if (t.kind != Tree::Kind::tensor) return;
    t.kind = kind;
    t.cpp_type = type;
  };
  for (ir::Parameter& p : b.params) swap(p.tree, Tree::Kind::span, "std::span<const double>");
  swap(b.result, Tree::Kind::vector, "std::vector<double>");
}

enum class Boundary { tensors, spans };

class Cases {
 public:
  void add(std::string name, ir::Graph graph, Boundary boundary, const std::vector<Step>& steps,
           std::vector<std::vector<Array>> runs) {
    transform::Program p{std::move(graph), {}};
    p.boundary = back::plain_boundary(p.graph.main());
    if (boundary == Boundary::spans) as_spans(p.boundary);
    if (p.boundary.result.children.size() == 2) p.boundary.result.kind = Tree::Kind::pair;
    add(std::move(name), std::move(p), steps, std::move(runs));
  }
  void add(std::string name, transform::Program p, const std::vector<Step>& steps,
           std::vector<std::vector<Array>> runs) {
    auto derived = transform::apply(std::move(p), steps);
    TLALOC_CHECK(derived.has_value(), derived ? "" : name + ": " + base::text(derived.error()));
    out_.push_back({std::move(name), std::move(*derived), std::move(runs)});
  }
  std::vector<Case> take() { return std::move(out_); }

 private:
  std::vector<Case> out_;
};

}  // namespace

std::vector<Case> cases() {
  Cases all;
  const std::vector<Step> gradient{{Kind::value_and_grad, {}}}, tangent{{Kind::jvp, {}}};
  std::set<std::string> forward{"product",          "power_loop", "elementwise_loop",
                                "branch_in_branch", "newton",     "recursion"};
  auto programs = corpus::straight_programs();
  for (auto& p : corpus::control_programs()) programs.push_back(std::move(p));
  for (auto& p : programs) {
    all.add(p.name + "_value_and_grad", p.graph, Boundary::spans, gradient, {p.args});
    if (!forward.contains(p.name)) continue;
    std::vector<Array> args = p.args;
    for (const Array& x : p.args)
      if (is_floating(x.dtype)) args.push_back(x);
    all.add(p.name + "_jvp", p.graph, Boundary::spans, tangent, {args});
  }
  for (auto& l : corpus::loops())
    all.add("loop_" + l.name + "_grad", l.graph, Boundary::spans, {{Kind::grad, {}}},
            {l.args(0), l.args(1), l.args(40)});
  const std::set<std::string> whole{"recurrence_in_tensor", "rows_of_three"};
  for (auto& l : corpus::loops()) {
    if (!whole.contains(l.name)) continue;
    all.add("loop_" + l.name + "_jacobian", l.graph, Boundary::spans, {{Kind::jacobian, {}}},
            {l.args(0), l.args(1), l.args(40)});
    all.add("loop_" + l.name + "_hessian", l.graph, Boundary::spans, {{Kind::hessian, {}}},
            {l.args(0), l.args(1), l.args(7)});
  }
  for (auto& t : tensor_programs())
    all.add(t.name, std::move(t.program), t.steps, std::move(t.runs));
  return all.take();
}

}  // namespace tlaloc::golden
