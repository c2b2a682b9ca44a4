// What is checked about arguments before any host sees them.
#include <fmt/format.h>

#include "ir/op_def.h"
#include "runtime/runtime.h"

namespace tlaloc::runtime {
namespace {

using base::Result;

std::string name_of_param(std::span<const std::string> names, std::size_t i) {
  return i < names.size() ? names[i] : fmt::format("argument {}", i);
}

std::string text(const pen::HostBuffer& b) {
  return fmt::format("{}[{}]", name_of(b.dtype), fmt::join(b.sizes, ", "));
}

Result<void> check_form(const ir::Type& t, const pen::HostBuffer& b, const std::string& name) {
  if (t.dtype == b.dtype && t.rank() == static_cast<int>(b.sizes.size())) return {};
  return base::fail("call", fmt::format("{} is {}, expected {}", name, text(b), ir::text(t)),
                    "call.type");
}

Result<void> bind_common_sizes(const ir::Function& f, SymbolValues& values) {
  for (const ir::CommonSize& c : f.common_sizes) {
    const auto left = c.left.evaluate(values), right = c.right.evaluate(values);
    if (left != right && left != 1 && right != 1) {
      base::Error e{
          c.op,
          fmt::format("{}: got sizes {} and {}", c.text, left.value_or(-1), right.value_or(-1)),
          c.id,
          c.where,
          {}};
      return base::fail(std::move(e));
    }
    if (!c.symbol.empty()) values[c.symbol] = left == 1 ? right.value_or(-1) : left.value_or(-1);
  }
  return {};
}

// First the axes that are one symbol, which give the symbols their values; then every axis is
// compared.
void bind_lone(const ir::Function& f, const ir::Type& t, const pen::HostBuffer& b,
               SymbolValues& values) {
  for (int a = 0; a < t.rank(); ++a)
    if (const auto symbol = t.sizes[a].lone_symbol(); symbol && !f.is_common_size(*symbol))
      values.emplace(*symbol, b.sizes[a]);
}

base::Error requirement_failed(const ir::Requirement& r, std::span<const pen::HostBuffer> x,
                               std::span<const std::string> names, const ir::Function& f) {
  const auto side = [&](int param, int axis) {
    return fmt::format("axis {} of {} ({})", axis, name_of_param(names, param),
                       x[param].sizes[axis]);
  };
  const std::string right =
      r.right_param >= 0
          ? side(r.right_param, r.right_axis)
          : fmt::format("{}", f.type(f.body.params[r.left_param]).sizes[r.left_axis].text());
  base::Error e{r.op,
                fmt::format("{} must equal {}", side(r.left_param, r.left_axis), right),
                r.id,
                r.where,
                {}};
  return e;
}

}  // namespace

Result<SymbolValues> bind_symbols(const ir::Function& f, std::span<const pen::HostBuffer> x,
                                  std::span<const std::string> names) {
  if (x.size() != f.body.params.size())
    return base::fail("call",
                      fmt::format("got {} arguments, expected {}", x.size(), f.body.params.size()),
                      "call.count");
  SymbolValues values;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const ir::Type& t = f.type(f.body.params[i]);
    if (auto ok = check_form(t, x[i], name_of_param(names, i)); !ok) return base::fail(ok.error());
    bind_lone(f, t, x[i], values);
  }
  if (auto ok = bind_common_sizes(f, values); !ok) return base::fail(ok.error());
  for (const ir::Requirement& r : f.requirements) {
    const std::int64_t left = x[r.left_param].sizes[r.left_axis];
    const auto right =
        r.right_param >= 0
            ? std::optional(x[r.right_param].sizes[r.right_axis])
            : f.type(f.body.params[r.left_param]).sizes[r.left_axis].evaluate(values);
    if (left != right) return base::fail(requirement_failed(r, x, names, f));
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const ir::Type& t = f.type(f.body.params[i]);
    for (int a = 0; a < t.rank(); ++a)
      if (t.sizes[a].evaluate(values) != x[i].sizes[a])
        return base::fail("call",
                          fmt::format("axis {} of {} has size {}, expected {}", a,
                                      name_of_param(names, i), x[i].sizes[a], t.sizes[a].text()),
                          "call.size");
  }
  return values;
}

Result<std::vector<std::vector<std::int64_t>>> result_sizes(const ir::Function& f,
                                                            const SymbolValues& sizes) {
  std::vector<std::vector<std::int64_t>> out;
  for (ir::Value v : f.body.results) {
    out.emplace_back();
    for (const ir::Size& s : f.type(v).sizes) {
      const auto n = s.evaluate(sizes);
      if (!n || *n < 0)
        return base::fail(
            "call",
            fmt::format("a result's size {} depends on data, which no device takes", s.text()),
            "call.data_size");
      out.back().push_back(*n);
    }
  }
  return out;
}

}  // namespace tlaloc::runtime
