#include "lift/diagnostics.h"

#include <array>

#include "base/check.h"

namespace tlaloc::lift {
namespace {

#define REFUSAL(id, text, help) Refusal{id, text, help},
constexpr Refusal kRefusals[] = {
#include "lift/diagnostics.def"
};
#undef REFUSAL

}  // namespace

const Refusal* find_refusal(std::string_view id) {
  for (const Refusal& r : kRefusals)
    if (r.id == id) return &r;
  return nullptr;
}

base::Error refusal(std::string_view id, std::string op, std::string what, base::Location where) {
  const Refusal* r = find_refusal(id);
  TLALOC_CHECK(r, "a refusal that diagnostics.def does not list: " + std::string(id));
  base::Error e{std::move(op),
                what.empty() ? std::string(r->text) : std::move(what),
                std::string(id),
                std::move(where),
                {}};
  if (!r->help.empty()) e.notes.push_back({"help: " + std::string(r->help), {}});
  return e;
}

}  // namespace tlaloc::lift
