#include "lift/program.h"

#include <algorithm>

#include "back/cpp/print.h"
#include "base/working_on.h"
#include "ir/text.h"
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

base::Result<PrintedProgram> print(clang::Sema& sema, const Request& request) {
  auto lifted = lift_function(sema, *request.body);
  if (!lifted) return base::fail(std::move(lifted.error()));
  std::vector<transform::Step> innermost_first(request.steps.rbegin(), request.steps.rend());
  const base::WorkingOn deriving([before = lifted->program.graph] { return ir::print(before); });
  auto program = transform::apply(std::move(lifted->program), innermost_first);
  if (!program) return base::fail(std::move(program.error()));
  std::string graph = request.with_graph ? ir::print(program->graph) : std::string();
  program->graph = transform::fuse(std::move(program->graph));
  back::PrintOptions options;
  options.name = request.name;
  options.source =
      request.verb + " of " + request.where.file + ":" + std::to_string(request.where.line);
  options.version_namespace = request.space;
  auto printed = back::print_cpp(*program, options);
  if (!printed) return base::fail(std::move(printed.error()));
  return PrintedProgram{constant_where_possible(std::move(printed->derivative)),
                        std::move(printed->function),
                        std::move(graph),
                        std::move(program->boundary),
                        std::move(printed->explicit_records),
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
