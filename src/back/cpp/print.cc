#include "back/cpp/print.h"

#include <map>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/cpp/signature.h"
#include "base/working_on.h"
#include "ir/op_def.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "transform/fuse.h"
#include "transform/row_loops.h"
#include "transform/rules.h"

namespace tlaloc::back {
namespace {

/// A function three times: the first two times only teach.
void print_function(const ir::Function& f, const Signature& signature, const std::string& name,
                    const Callees& callees, Writer& out) {
  Writer first = out, second = out;
  const Draft moves = FunctionPrinter(f, signature, callees, nullptr, first).print(name);
  const Draft draft = FunctionPrinter(f, signature, callees, &moves, second).print(name);
  FunctionPrinter(f, signature, callees, &draft, out).print(name);
}

/// Parameters that callers hand over are written for them.
std::map<int, int> written_by(const ir::Graph& graph, const std::string& callee) {
  std::map<int, int> out;
  for (const ir::Function& f : graph.functions)
    ir::for_each_node(f.body, [&](const ir::Node& n) {
      if (n.op->control != ir::Control::call || n.attrs.string("callee") != callee ||
          !n.attrs.has(transform::kHandedOver))
        return;
      const ir::Ints& handed = n.attrs.ints(transform::kHandedOver);
      for (std::size_t k = 0; k < handed.size(); ++k)
        out[static_cast<int>(handed[k])] = static_cast<int>(n.attrs.ints(transform::kGivenBack)[k]);
    });
  return out;
}

/// Functions may call each other: all are declared first.
void declare(const std::vector<Signature>& signatures, const ir::Graph& graph,
             const Callees& callees, Writer& out) {
  const auto all_used = [](const std::string&) { return true; };
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    std::vector<std::string> head =
        signatures[i].head(callees.at(graph.functions[i + 1].name).name, all_used);
    head.back() += ";";
    for (const std::string& line : head) out.line(line);
  }
  if (!signatures.empty()) out.blank();
}

/// The text of the file around what was written.
std::string file_text(const std::string& written, const PrintOptions& options) {
  std::string text = options.source.empty() ? "" : "// " + options.source + "\n";
  text += "#include <tlaloc/gen.h>\n";
  if (written.find("tlaloc::generated::map<") != std::string::npos)
    text += "#include <tlaloc/tensor_map.h>\n";
  return text + "\nnamespace tlaloc_gen {\n" + written + "}  // namespace tlaloc_gen\n";
}

}  // namespace

base::Result<Printed> print_cpp(const transform::Program& p, const PrintOptions& options) {
  const ir::Graph graph = transform::row_loops(transform::fuse(p.graph), p.directions);
  ir::check_valid(graph, "fusing");
  const base::WorkingOn printing([&] { return ir::print(graph); });
  const Signature main(p.boundary);
  Callees callees;
  std::vector<Signature> signatures;
  for (std::size_t i = 1; i < graph.functions.size(); ++i) {
    const ir::Function& f = graph.functions[i];
    const std::map<int, int> written = written_by(graph, f.name);
    callees[f.name] = {Names().fresh(fmt::format("{}_{}", options.name, f.name)), written};
    ir::Boundary boundary = plain_boundary(f, written);
    for (const auto& [param, _] : written)
      boundary.params[static_cast<std::size_t>(param)].by_value = true;
    signatures.emplace_back(boundary, written);
  }
  callees[graph.main().name] = {options.name, {}};

  Writer out;
  out.line(fmt::format("inline namespace {} {{", options.version_namespace));
  out.blank();
  declare(signatures, graph, callees, out);
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const ir::Function& f = graph.functions[i + 1];
    print_function(f, signatures[i], callees[f.name].name, callees, out);
    out.blank();
  }
  out.forget_source();
  print_function(graph.main(), main, options.name, callees, out);
  out.blank();
  out.line("}");

  return Printed{file_text(out.text(), options), "tlaloc_gen::" + options.name,
                 main.explicit_records()};
}

}  // namespace tlaloc::back
