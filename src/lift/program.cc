#include "lift/program.h"

#include <algorithm>
#include <sstream>

#include "clang/AST/Decl.h"

#include "back/cpp/print.h"
#include "back/explain/explain.h"
#include "base/working_on.h"
#include "ir/text.h"
#include "ops/table.h"
#include "transform/fuse.h"

namespace tlaloc::lift {
namespace {

/// The user asked for it there; what stands in the way is here.
base::Error at_the_transformation(base::Error e, const Request& request) {
  if (e.op.empty() || e.op == "lift") e.op = request.verb;
  if (e.where.known() && !(e.where == request.where))
    e.notes.insert(e.notes.begin(), {"this is the expression at fault", e.where});
  e.where = request.where;
  return e;
}

/// What is plain arithmetic may be used in constant expressions, as the user's own function may.
std::string constant_where_possible(std::string text) {
  std::size_t open = text.find("inline namespace ");
  if (open != std::string::npos) open = text.find('\n', open);
  if (open == std::string::npos) return text;
  for (std::size_t at = open; (at = text.find("::", at + 1)) != std::string::npos;)
    if (text.compare(at - 3, 3, "gnu") != 0)
      return text;  // more than attributes: it calls the library
  const std::string head = "inline ";
  for (std::size_t at = open; (at = text.find("\n" + head, at)) != std::string::npos; ++at)
    text.replace(at + 1, head.size(), "constexpr ");
  return text;
}

base::Result<back::Printed> print_fused(transform::Program p, const Request& request,
                                        const std::string& source) {
  p.graph = transform::fuse(std::move(p.graph));
  back::PrintOptions options;
  options.name = request.name;
  options.source = source;
  options.version_namespace = request.space;
  return back::print_cpp(p, options);
}

/// A derivative's functions alone, indented: without includes, namespaces and attributes.
std::string functions_of(const std::string& text) {
  const std::size_t begin = text.find("\n\n", text.find("inline namespace "));
  const std::size_t end = text.rfind("\n\n}\n}");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return text;
  std::istringstream lines(text.substr(begin + 2, end - begin - 2));
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("[[")) out += (line.empty() ? "" : "  ") + line + "\n";
  return out;
}

base::Result<std::string> explanation(const transform::Program& function,
                                      const transform::Program& derivative,
                                      const std::string& derivative_text, const Request& request) {
  auto plain = transform::apply(function, {{transform::Step::Kind::fused, {}}});
  if (!plain) return base::fail(std::move(plain.error()));
  Request named = request;
  named.name = request.name + "_function";
  auto text = print_fused(*plain, named, "");
  if (!text) return base::fail(std::move(text.error()));
  return base::text(request.where) + ": " + request.verb + "\n\nThe function, as lifted:\n" +
         functions_of(text->derivative) + "\nIts " + request.verb + ":\n" +
         functions_of(derivative_text) + "\n" +
         back::explain({request.verb, plain->graph, derivative.graph});
}

/// How many arguments the user's function has, if the program holds checks of it.
int checked_arguments(const transform::Program& p, const clang::FunctionDecl& f) {
  bool checks = false;
  for (const ir::Function& each : p.graph.functions)
    ir::for_each_node(each.body, [&](const ir::Node& n) { checks |= n.op == &ops::check_op(); });
  return checks ? static_cast<int>(f.getNumParams()) : -1;
}

base::Result<PrintedProgram> print(clang::Sema& sema, const Request& request) {
  auto lifted = lift_function(sema, *request.body, request.self);
  if (!lifted) return base::fail(std::move(lifted.error()));
  std::vector<transform::Step> innermost_first(request.steps.rbegin(), request.steps.rend());
  const base::WorkingOn deriving([before = lifted->program.graph] { return ir::print(before); });
  auto program = transform::apply(lifted->program, innermost_first);
  if (!program) return base::fail(std::move(program.error()));
  std::string graph = request.with_graph ? ir::print(program->graph) : std::string();
  auto printed = print_fused(
      *program, request,
      request.verb + " of " + request.where.file + ":" + std::to_string(request.where.line));
  if (!printed) return base::fail(std::move(printed.error()));
  std::string explained;
  if (request.with_explanation) {
    auto text = explanation(lifted->program, *program, printed->derivative, request);
    if (!text) return base::fail(std::move(text.error()));
    explained = std::move(*text);
  }
  return PrintedProgram{constant_where_possible(std::move(printed->derivative)),
                        std::move(printed->function),
                        std::move(graph),
                        std::move(explained),
                        std::move(program->boundary),
                        std::move(printed->explicit_records),
                        checked_arguments(*program, *request.body),
                        std::move(lifted->captures),
                        std::move(lifted->functions)};
}

}  // namespace

base::Result<PrintedProgram> print_program(clang::Sema& sema, const Request& request) {
  auto out = print(sema, request);
  if (!out) return base::fail(at_the_transformation(std::move(out.error()), request));
  return out;
}

}  // namespace tlaloc::lift
