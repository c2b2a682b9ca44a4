#include "lift/lift.h"

#include <filesystem>

#include "clang/Frontend/CompilerInstance.h"

#include "lift/callables.h"
#include "lift/diagnostics.h"
#include "lift/locations.h"

namespace tlaloc::lift {
namespace {

std::vector<std::string> texts(const Unit& unit) {
  std::vector<std::string> out;
  for (const ParseError& e : unit.errors)
    out.push_back(base::text(location(unit.sources, e.at)) + ": error: " + e.text);
  return out;
}

/// "static assertion failed due to requirement 'R': tlaloc: OP: WHAT", as one of our own messages.
base::Error misuse(const Unit& unit, const ParseError& e) {
  const std::string mark = "tlaloc: ", text = e.text.substr(e.text.find(mark) + mark.size());
  const std::size_t colon = text.find(": ");
  const bool has_op = colon != std::string::npos;
  base::Error out = refusal("site.misuse", has_op ? text.substr(0, colon) : std::string(),
                            has_op ? text.substr(colon + 2) : text, location(unit.sources, e.at));
  const std::size_t open = e.text.find('\''), close = e.text.find('\'', open + 1);
  if (close < e.text.find(mark))
    out.notes.insert(
        out.notes.begin(),
        {"the condition that fails: " + e.text.substr(open + 1, close - open - 1), {}});
  return out;
}

/// Whether our headers refuse something: then that is said, and nothing else.
bool refuses_misuses(const Unit& unit, LiftResult& result) {
  for (const ParseError& e : unit.misuses)
    if (e.at.isValid()) result.refusals.push_back(misuse(unit, e));
  return !result.refusals.empty();
}

void work_on(Unit& unit, const LiftJob& job, LiftResult& result) {
  // Our headers are not understood before C++20: the compiler says so.
  if (!unit.compiler.getLangOpts().CPlusPlus20) return;
  if (refuses_misuses(unit, result)) return;
  Callables callables(unit, job.explain_line);
  callables.visit();
  result = callables.take_result();
  if (!result.refusals.empty()) result.parse_errors = texts(unit);
  const bool has_work = !callables.derivatives().empty() && result.refusals.empty();
  if (!has_work || job.list_sites || job.explain_line > 0) return;
  auto written = write_copies(unit, callables.edits(), job.folder, callables.derivatives(),
                              callables.early(), callables.late());
  if (written)
    result.wrote = true;
  else
    result.refusals.push_back(std::move(written.error()));
}

}  // namespace

LiftResult lift_source(const LiftJob& job) {
  LiftResult result;
  std::error_code ignored;
  std::filesystem::remove(job.folder + "/map.txt", ignored);
  auto parsed = parse(job.parse, [&](Unit& unit) { work_on(unit, job, result); }, &result.preamble);
  if (!parsed) {
    result.parse_errors.push_back(base::text(parsed.error()));
    result.refusals.push_back(std::move(parsed.error()));
  }
  return result;
}

}  // namespace tlaloc::lift
