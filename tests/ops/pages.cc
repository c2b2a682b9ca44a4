#include "ops/pages.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text.h"
#include "ops/one_op.h"
#include "ops/table.h"
#include "pen/cpp_pen.h"
#include "pen/hlo_pen.h"
#include "transform/optimise.h"
#include "transform/vjp.h"

namespace tlaloc::ops_test {
namespace {

std::string operand_name(std::size_t i) { return std::string(1, "xyzuvw"[i % 6]); }

std::string cpp_text(const ir::OpDef& op, const ir::Graph& g, pen::CppPen::Place place) {
  const ir::Node& n = g.main().body.nodes.back();
  std::vector<pen::CppPen::Operand> x;
  for (std::size_t i = 0; i < n.operands.size(); ++i)
    x.push_back({operand_name(i), pen::Precedence::primary});
  pen::CppPen pen(place, x, g.main());
  op.cpp(pen, n);
  return pen.text();
}

/// The lines that an op writes, then the name of its result.
std::string hlo_text(const ir::OpDef& op, const ir::Graph& g) {
  const auto* rule = std::get_if<ir::HloRule>(&op.hlo);
  if (rule == nullptr)
    return "  no StableHLO: " + std::string(std::get<ir::Unsupported>(op.hlo).because) + "\n";
  const ir::Node& n = g.main().body.nodes.back();
  pen::HloPen pen(g.main(), {});
  std::vector<std::string> x;
  for (std::size_t i = 0; i < n.operands.size(); ++i) x.push_back("%" + operand_name(i));
  pen.start(x);
  (*rule)(pen, n);
  std::string out = pen.text(2);
  for (const std::string& r : pen.results()) out += "  -> " + r + "\n";
  return out;
}

std::string type_list(const ir::Function& f, const ir::Values& v) {
  std::string out;
  for (std::size_t i = 0; i < v.size(); ++i) out += (i ? ", " : "") + ir::text(f.type(v[i]));
  return out;
}

std::string first_sentence(std::string_view doc) {
  const auto end = doc.find(". ");
  return std::string(end == std::string_view::npos ? doc : doc.substr(0, end + 1));
}

std::string derivative_text(const ir::OpDef& op) {
  struct Visitor {
    std::string operator()(const ir::Pointwise& p) const {
      return p.singular ? "slopes, masked" : "slopes";
    }
    std::string operator()(const ir::Linear&) const { return "linear"; }
    std::string operator()(const ir::Bilinear&) const { return "bilinear"; }
    std::string operator()(const ir::Custom&) const { return "own rules"; }
    std::string operator()(const ir::Zero& z) const { return "none: " + std::string(z.because); }
    std::string operator()(const ir::Structural&) const { return "by structure"; }
  };
  return std::visit(Visitor{}, op.derivative);
}

std::string mark(bool yes) { return yes ? "yes" : "-"; }

std::string table_row(const ir::OpDef& op) {
  const bool structural = op.control != ir::Control::none;
  return fmt::format(
      "| `{}` | {} | {} | {} | {} | {} |\n", op.name, cell(first_sentence(op.doc)),
      derivative_text(op), structural ? "by structure" : "yes", mark(op.kernel != nullptr),
      structural ? "by structure" : mark(std::holds_alternative<ir::HloRule>(op.hlo)));
}

std::string op_section(const ir::OpDef& op) {
  std::string out = fmt::format("### {}\n\n{}\n", op.name, op.doc);
  if (op.refuses == nullptr) return out + "\n";
  out += "\nRefused:\n\n";
  std::string last;
  for (const ir::RefusedSample& s : op.refuses()) {
    if (s.id == last) continue;
    last = s.id;
    std::vector<ir::Equality> needs;
    const auto y = ir::infer(op, s.x, s.attrs, needs);
    out += fmt::format("- `{}`, as in: {}\n", s.id, y ? "" : y.error().what);
  }
  return out + "\n";
}

}  // namespace

std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string reference_page() {
  std::string out =
      "# Ops\n\nWritten by `./dev regen` from the table in `src/ops`: do not edit. How C++ calls "
      "them: "
      "`include/tlaloc/ops.h`.\n\n\"slopes, masked\": a slope can be infinite or NaN, and counts "
      "as 0 where the "
      "cotangent is exactly 0.\n\n| op | what it does | derivative | batching | own kernel | "
      "StableHLO |\n"
      "|---|---|---|---|---|---|\n";
  for (const ir::OpDef* op : ops::table()) out += table_row(*op);
  out += "\n## One by one\n\n";
  for (const ir::OpDef* op : ops::table()) out += op_section(*op);
  out.pop_back();
  return out;
}

std::string op_text(const ir::OpDef& op) {
  std::string out = fmt::format("{}: {}\n", op.name, op.doc);
  for (const Use& u : uses(op)) {
    const ir::Graph g = program(u);
    const ir::Function& f = g.main();
    const ir::Node& n = f.body.nodes.back();
    const std::string attrs = ir::text(n.attrs);
    out += fmt::format("\n{}({}){} : {}\n", op.name, type_list(f, n.operands),
                       attrs.empty() ? "" : " " + attrs, type_list(f, n.results));
    const std::string tensor = cpp_text(op, g, pen::CppPen::Place::tensor);
    out += "  tensor: " + tensor + "\n";
    if (op.element == ir::Element::pointwise) {
      out += "  scalar: " + cpp_text(op, g, pen::CppPen::Place::scalar) + "\n";
      out += "  lane: " + cpp_text(op, g, pen::CppPen::Place::element) + "\n";
    }
    out += hlo_text(op, g);
  }
  return out;
}

namespace {

using ir::Size;

/// The optimised cotangent program of one op on symbolic sizes.
std::string adjoint(std::string_view op, const std::vector<ir::Type>& x, const ir::Attrs& attrs) {
  ir::Graph g;
  g.functions.emplace_back();
  ir::Function& f = g.main();
  f.name = std::string(op);
  ir::Values params;
  for (const ir::Type& t : x) params.push_back(f.add_param(t));
  ir::Builder b(f, ops::require_op());
  f.body.results = b.add_all(*ops::find(op), params, attrs);
  const auto adjoint = transform::vjp(g, std::vector<bool>(x.size(), true), {true});
  return adjoint ? ir::print(transform::optimise(*adjoint)) : base::text(adjoint.error());
}

}  // namespace

std::string adjoints_text() {
  const Size n = Size::symbol("n"), m = Size::symbol("m"), one = 1;
  auto f32 = [](ir::Sizes s) { return ir::Type{DType::f32, std::move(s), {}}; };
  std::string out;
  out += adjoint("reshape", {f32({n, m})}, {{"sizes", ir::Sizes{n * m}}}) + "\n";
  out += adjoint("concat", {f32({n, 3}), f32({m, 3})}, {{"axis", std::int64_t{0}}}) + "\n";
  out += adjoint("slice", {f32({n + Size(4), m})},
                 {{"starts", ir::Sizes{1, 0}},
                  {"limits", ir::Sizes{n + Size(3), m}},
                  {"strides", ir::Sizes{2, 1}}}) +
         "\n";
  out +=
      adjoint("broadcast", {f32({m})}, {{"sizes", ir::Sizes{n, m}}, {"axes", ir::Ints{1}}}) + "\n";
  out += adjoint("broadcast", {f32({n})},
                 {{"sizes", ir::Sizes{Size::broadcast(n, m)}}, {"axes", ir::Ints{0}}}) +
         "\n";
  out += adjoint("sum", {f32({n, m})}, {{"axes", ir::Ints{1}}}) + "\n";
  out += adjoint("contract", {f32({n, m}), f32({m, 4})},
                 {{"left_batch", ir::Ints{}},
                  {"right_batch", ir::Ints{}},
                  {"left_contract", ir::Ints{1}},
                  {"right_contract", ir::Ints{0}}});
  return out;
}

namespace {

/// "Matrix<float>" of f32[2, 3], "float" of f32[].
std::string host_type(const ir::Type& t) {
  const auto element = cpp_name_of(t.dtype);
  return t.is_scalar() ? std::string(element)
                       : fmt::format("tlaloc::plain_tensor<{}, {}>", element, t.rank());
}

std::string cpp_case(const ir::OpDef& op, std::size_t sample, const Use& use) {
  const ir::Graph g = program(use);
  bool scalars = g.main().type(g.main().body.results[0]).is_scalar();
  std::string out = fmt::format("TEST(cpp_texts, {}_{}) {{\n", op.name, sample);
  out += fmt::format("  const auto in = inputs_of(\"{}\", {});\n  Reader reader(in);\n", op.name,
                     sample);
  for (std::size_t i = 0; i < use.sample.x.size(); ++i) {
    const std::string name = operand_name(i);
    scalars = scalars && use.sample.x[i].is_scalar();
    out += fmt::format("  {0} {1};\n  read(reader, {1});\n", host_type(use.sample.x[i]), name);
  }
  const auto place = scalars ? pen::CppPen::Place::scalar : pen::CppPen::Place::tensor;
  out += fmt::format("  check(\"{}\", {}, in, {});\n}}\n", op.name, sample, cpp_text(op, g, place));
  return out;
}

}  // namespace

std::string cpp_texts_source() {
  std::string out = "#include \"ops/cpp_texts.h\"\n\nnamespace tlaloc::ops_test {\nnamespace {\n\n";
  for (const ir::OpDef* op : plain_ops()) {
    std::vector<int> ranks;  // one sample a rank is enough for a compiler
    const auto all = uses(*op);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& x = all[i].sample.x;
      const int rank = x.empty() ? -1 : x[0].rank();
      const bool stored_only =
          std::any_of(x.begin(), x.end(), [](const ir::Type& t) { return t.dtype == DType::bf16; });
      if (stored_only || std::count(ranks.begin(), ranks.end(), rank) > 0) continue;
      ranks.push_back(rank);
      out += cpp_case(*op, i, all[i]);
    }
  }
  return out + "\n}  // namespace\n}  // namespace tlaloc::ops_test\n";
}

std::map<std::string, std::string> pages() {
  std::map<std::string, std::string> out = door_headers();
  out["docs/ops.md"] = reference_page();
  out["docs/errors.md"] = errors_page();
  out["tests/golden/ops/adjoints.txt"] = adjoints_text();
  for (const ir::OpDef* op : plain_ops())
    out[fmt::format("tests/golden/ops/{}.txt", op->name)] = op_text(*op);
  return out;
}

}  // namespace tlaloc::ops_test
