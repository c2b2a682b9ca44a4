// docs/errors.md
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ops/pages.h"
#include "ops/table.h"

namespace tlaloc::ops_test {
namespace {

struct Entry {
  std::string_view id, text, help;
};

#define REFUSAL(id, text, help) {id, text, help},
constexpr Entry kLifted[] = {
#include "lift/diagnostics.def"
};
#undef REFUSAL

#define ERROR_ID(id, text, help) {id, text, help},
constexpr Entry kOther[] = {
#include "base/error_ids.def"
};
#undef ERROR_ID

constexpr std::string_view kHead =
    "# Errors\n\n"
    "Written by `./dev regen` from `src/lift/diagnostics.def`, the op table and "
    "`src/base/error_ids.def`: do "
    "not edit.\n\n"
    "A message ends with its id in brackets. It says first what was asked for, then what was got; "
    "notes say "
    "where, and a way out.\n";

std::string table(std::string_view title, std::string_view about, std::span<const Entry> entries) {
  std::string out = fmt::format(
      "\n## {}\n\n{}\n\n| id | what is refused | a way out |\n|---|---|---|\n", title, about);
  for (const Entry& e : entries)
    out += fmt::format("| `{}` | {} | {} |\n", e.id, cell(e.text), cell(e.help));
  return out;
}

/// What the type rule says of a sample that it has to refuse.
std::string op_rows(const ir::OpDef& op) {
  std::string out, last;
  if (op.refuses == nullptr) return out;
  for (const ir::RefusedSample& s : op.refuses()) {
    if (s.id == last) continue;
    last = s.id;
    std::vector<ir::Equality> needs;
    const auto y = ir::infer(op, s.x, s.attrs, needs);
    out += fmt::format("| `{}` | {} |\n", s.id, y ? std::string() : cell(y.error().what));
  }
  return out;
}

}  // namespace

std::string errors_page() {
  std::string out(kHead);
  out +=
      table("While compiling: what cannot be lifted",
            "The error stands at the transformation, a note at the expression at fault.", kLifted);
  out +=
      "\n## Ops\n\nSizes that types fix are refused while compiling, the others at run time. The "
      "text is "
      "an example.\n\n| id | as in |\n|---|---|\n";
  for (const ir::OpDef* op : ops::table()) out += op_rows(*op);
  out += table("Transformations, devices, tensors",
               "Raised while compiling where the tool can tell, else thrown as `tlaloc::Error`.",
               kOther);
  return out;
}

}  // namespace tlaloc::ops_test
