#include "lift/lift.h"

#include <filesystem>

#include "lift/callables.h"
#include "lift/locations.h"

namespace tlaloc::lift {
namespace {

std::vector<std::string> texts(const Unit& unit) {
  std::vector<std::string> out;
  for (const ParseError& e : unit.errors)
    out.push_back(base::text(location(unit.sources, e.at)) + ": error: " + e.text);
  return out;
}

void work_on(Unit& unit, const LiftJob& job, LiftResult& result) {
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
