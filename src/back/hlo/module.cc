#include "back/hlo/module.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "back/words.h"
#include "base/check.h"
#include "pen/hlo_pen.h"
#include "transform/specialize.h"

namespace tlaloc::back {
namespace {

using base::Result;
using pen::HloPen;
using SymbolValues = std::map<std::string, std::int64_t>;

base::Error refusal(const ir::Node& n, std::string what, std::string id) {
  return {std::string(n.op->name), std::move(what), std::move(id), n.where, {}};
}

std::string joined(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

// Writes the functions that are reachable, each for the sizes it is called with.
class ModuleWriter {
 public:
  explicit ModuleWriter(const ir::Graph& g) : g_(g) {}

  Result<std::string> run(const SymbolValues& sizes) {
    auto main = write(g_.main(), "main", "public", sizes);
    if (!main) return main;
    std::string out = "module @" + g_.main().name + " {\n" + *main;
    for (const std::string& f : callees_) out += f;
    return out + "}\n";
  }

  /// The name of the copy of `callee` for arguments of these types; writes it when it is new.
  Result<std::string> instance(const ir::Node& call, const std::string& callee,
                               const std::vector<ir::Type>& x);

 private:
  Result<std::string> write(const ir::Function& f, const std::string& name,
                            std::string_view visibility, const SymbolValues& sizes);
  const ir::Graph& g_;
  std::map<std::string, std::string> instances_;  // "callee(types)" -> name
  std::set<std::string> open_;  // being written: a call to one of them is recursion
  std::vector<std::string> callees_;
};

// One function: a pen, and the names that its values have.
class FunctionWriter {
 public:
  FunctionWriter(ModuleWriter& module, const ir::Function& f, const SymbolValues& sizes)
      : module_(module), f_(f), sizes_(sizes), pen_(f, sizes), names_(f.values.size()) {}

  Result<std::string> run(const std::string& name, std::string_view visibility) {
    std::vector<std::string> params, types;
    for (std::size_t i = 0; i < f_.body.params.size(); ++i) {
      bind(f_.body.params[i], fmt::format("%arg{}", i));
      params.push_back(fmt::format("%arg{}: {}", i, type_of(f_.body.params[i])));
    }
    if (auto ok = nodes(f_.body); !ok) return base::fail(ok.error());
    for (ir::Value v : f_.body.results) types.push_back(type_of(v));
    return fmt::format("  func.func {} @{}({}) -> ({}) {{\n{}    return {}{}\n  }}\n", visibility,
                       name, joined(params), joined(types), pen_.text(),
                       joined(refs(f_.body.results)), types.empty() ? "" : " : " + joined(types));
  }

 private:
  void bind(ir::Value v, std::string name) { names_[v.id] = std::move(name); }
  std::vector<std::string> refs(const ir::Values& vs) const {
    std::vector<std::string> out;
    for (ir::Value v : vs) out.push_back(names_[v.id]);
    return out;
  }
  std::string type_of(ir::Value v) const { return HloPen::type_text(pen_.type(v)); }
  std::vector<std::string> types_of(const ir::Values& vs) const {
    std::vector<std::string> out;
    for (ir::Value v : vs) out.push_back(type_of(v));
    return out;
  }

  Result<void> nodes(const ir::Region& r) {
    for (const ir::Node& n : r.nodes)
      if (auto ok = node(n); !ok) return ok;
    return {};
  }

  // Every size of the node's results and attributes must be a number by now.
  Result<void> check_sizes(const ir::Node& n) const {
    const auto known = [&](const ir::Size& s) { return s.evaluate(sizes_).has_value(); };
    bool all = true;
    for (ir::Value v : n.results)
      for (const ir::Size& s : f_.type(v).sizes) all = all && known(s);
    for (const auto& [name, value] : n.attrs.entries()) {
      if (const auto* s = std::get_if<ir::Size>(&value)) all = all && known(*s);
      if (const auto* l = std::get_if<ir::Sizes>(&value))
        all = all && std::all_of(l->begin(), l->end(), known);
    }
    if (all) return {};
    return base::fail(refusal(n,
                              "its size depends on data or on a loop's counter, expected one that "
                              "the arguments' sizes give",
                              "hlo.data_size"));
  }

  Result<void> node(const ir::Node& n) {
    if (auto ok = check_sizes(n); !ok) return ok;
    switch (n.op->control) {
      case Control::none:
        return plain(n);
      case Control::branch:
        return branch(n);
      case Control::loop:
        return loop(n);
      case Control::while_loop:
        return while_loop(n);
      case Control::call:
        return call(n);
      case Control::size:
        return size(n);
      case Control::require:
        return require(n);
      case Control::bind_size:
        return base::fail(
            refusal(n, "a size is read from data, expected one that the arguments' sizes give",
                    "hlo.data_size"));
      case Control::map:
        base::bug("StableHLO is written from a fused graph", __FILE__, __LINE__);
    }
    return {};
  }

  Result<void> plain(const ir::Node& n) {
    if (const auto* no = std::get_if<ir::Unsupported>(&n.op->hlo))
      return base::fail(
          refusal(n, "not on this device: " + std::string(no->because), "hlo.unsupported"));
    pen_.start(refs(n.operands));
    std::get<ir::HloRule>(n.op->hlo)(pen_, n);
    TLALOC_CHECK(pen_.results().size() == n.results.size(),
                 fmt::format("{} writes a wrong number of results", n.op->name));
    for (std::size_t i = 0; i < n.results.size(); ++i) bind(n.results[i], pen_.results()[i]);
    return {};
  }

  Result<void> size(const ir::Node& n) {
    bind(n.results[0],
         pen_.constant(pen_.number(n.attrs.get<ir::Size>("size")), ir::scalar_type(DType::i64)));
    return {};
  }

  Result<void> require(const ir::Node& n) {
    TLALOC_CHECK(n.operands.empty(),
                 "StableHLO is written from a graph whose checks are no result");
    const auto left = pen_.number(n.attrs.get<ir::Size>("left")),
               right = pen_.number(n.attrs.get<ir::Size>("right"));
    if (left == right) return {};
    base::Error e{n.attrs.string("op"),
                  fmt::format("{} (got {}, expected {})", n.attrs.string("text"), left, right),
                  n.attrs.string("id"),
                  n.where,
                  {}};
    return base::fail(std::move(e));
  }

  // A region's lines, indented, ending in a return of its results (converted to be bound to the
  // node's).
  Result<void> body(const ir::Region& r) {
    const std::size_t mark = pen_.mark();
    if (auto ok = nodes(r); !ok) return ok;
    std::vector<std::string> lines = pen_.cut(mark);
    for (std::string& l : lines) pen_.put("  " + l);
    pen_.put(fmt::format("  stablehlo.return {}{}", joined(refs(r.results)),
                         r.results.empty() ? "" : " : " + joined(types_of(r.results))));
    return {};
  }

  // Names "%rN" or "%rN#i" of a node with several results.
  std::string bind_results(const ir::Node& n) {
    const std::string name = fmt::format("%r{}", next_++);
    for (std::size_t i = 0; i < n.results.size(); ++i)
      bind(n.results[i], n.results.size() == 1 ? name : fmt::format("{}#{}", name, i));
    return n.results.size() == 1 ? name : fmt::format("{}:{}", name, n.results.size());
  }

  Result<void> branch(const ir::Node& n) {
    if (n.results.empty())
      return {};  // nothing can come of it: only checks, which sizes have settled
    const std::string condition = names_[n.operands[0].id];
    const std::string results = bind_results(n);
    pen_.put(fmt::format("{} = \"stablehlo.if\"({}) ({{", results, condition));
    if (auto ok = body(n.regions[0]); !ok) return ok;
    pen_.put("}, {");
    if (auto ok = body(n.regions[1]); !ok) return ok;
    pen_.put(fmt::format("}}) : (tensor<i1>) -> ({})", joined(types_of(n.results))));
    return {};
  }

  // "%r:2 = stablehlo.while(%a = %x, %b = %y) : types", then the two regions.
  void while_head(const std::string& results, const std::vector<std::string>& names,
                  const std::vector<std::string>& init, const std::vector<std::string>& types) {
    std::string carried;
    for (std::size_t i = 0; i < names.size(); ++i)
      carried += fmt::format("{}{} = {}", i > 0 ? ", " : "", names[i], init[i]);
    pen_.put(fmt::format("{} = stablehlo.while({}) : {}", results, carried, joined(types)));
    pen_.put("cond {");
  }

  std::vector<std::string> fresh(std::size_t count) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(fmt::format("%c{}", next_++));
    return out;
  }

  Result<void> loop(const ir::Node& n) {
    const ir::Region& r = n.regions[0];
    const ir::Type counter = ir::scalar_type(DType::i64);
    std::vector<std::string> init = refs(n.operands), types = types_of(r.params);
    const std::string trip = init[0];
    init[0] = pen_.constant(std::int64_t{0}, counter);
    const std::string one = pen_.constant(std::int64_t{1}, counter);
    const std::vector<std::string> names = fresh(r.params.size());
    for (std::size_t i = 0; i < names.size(); ++i) bind(r.params[i], names[i]);
    const std::string result = fmt::format("%r{}", next_++);
    while_head(names.size() == 1 ? result : fmt::format("{}:{}", result, names.size()), names, init,
               types);
    const std::size_t condition = pen_.mark();
    const std::string go = pen_.compare("LT", names[0], trip, counter);
    std::vector<std::string> lines = pen_.cut(condition);
    for (std::string& l : lines) pen_.put("  " + l);
    pen_.put(fmt::format("  stablehlo.return {} : tensor<i1>", go));
    pen_.put("} do {");
    const std::size_t start = pen_.mark();
    if (auto ok = nodes(r); !ok) return ok;
    const std::string next = pen_.simple("add", {names[0], one}, counter);
    lines = pen_.cut(start);
    for (std::string& l : lines) pen_.put("  " + l);
    std::vector<std::string> out = refs(r.results);
    out.insert(out.begin(), next);
    pen_.put(fmt::format("  stablehlo.return {} : {}", joined(out), joined(types)));
    pen_.put("}");
    for (std::size_t i = 0; i < n.results.size(); ++i)
      bind(n.results[i], fmt::format("{}#{}", result, i + 1));
    return {};
  }

  Result<void> while_loop(const ir::Node& n) {
    const std::vector<std::string> init = refs(n.operands), names = fresh(n.operands.size());
    for (const ir::Region& r : n.regions)
      for (std::size_t i = 0; i < names.size(); ++i) bind(r.params[i], names[i]);
    const std::string results = bind_results(n);
    while_head(results, names, init, types_of(n.operands));
    if (auto ok = body(n.regions[0]); !ok) return ok;
    pen_.put("} do {");
    if (auto ok = body(n.regions[1]); !ok) return ok;
    pen_.put("}");
    return {};
  }

  Result<void> call(const ir::Node& n) {
    std::vector<ir::Type> x;
    for (ir::Value v : n.operands) x.push_back(pen_.type(v));
    auto callee = module_.instance(n, n.attrs.string("callee"), x);
    if (!callee) return base::fail(callee.error());
    const std::string results = n.results.empty() ? "" : bind_results(n) + " = ";
    pen_.put(fmt::format("{}func.call @{}({}) : ({}) -> ({})", results, *callee,
                         joined(refs(n.operands)), joined(types_of(n.operands)),
                         joined(types_of(n.results))));
    return {};
  }

  ModuleWriter& module_;
  const ir::Function& f_;
  SymbolValues sizes_;
  HloPen pen_;
  std::vector<std::string> names_;
  int next_ = 0;
};

Result<std::string> ModuleWriter::write(const ir::Function& f, const std::string& name,
                                        std::string_view visibility, const SymbolValues& sizes) {
  open_.insert(name);
  auto text = FunctionWriter(*this, f, sizes).run(name, visibility);
  open_.erase(name);
  return text;
}

Result<std::string> ModuleWriter::instance(const ir::Node& call, const std::string& callee,
                                           const std::vector<ir::Type>& x) {
  std::string key = callee;
  for (const ir::Type& t : x) key += " " + HloPen::type_text(t);
  if (const auto at = instances_.find(key); at != instances_.end()) {
    if (open_.count(at->second))
      return base::fail(refusal(call,
                                fmt::format("@{} calls itself, which StableHLO cannot say", callee),
                                "hlo.recursion"));
    return at->second;
  }
  const ir::Function* f = g_.find(callee);
  TLALOC_CHECK(f != nullptr, "a call to a function that is not in the graph");
  SymbolValues sizes;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int a = 0; a < x[i].rank(); ++a)
      if (const auto symbol = f->type(f->body.params[i]).sizes[a].lone_symbol())
        sizes.emplace(*symbol, x[i].sizes[a].constant().value());
  const std::string name = fmt::format("{}_{}", callee, instances_.size());
  instances_[key] = name;
  auto text = write(*f, name, "private", sizes);
  if (!text) return text;
  callees_.push_back(std::move(*text));
  return name;
}

}  // namespace

Result<std::string> write_module(const ir::Graph& g, const SymbolValues& sizes) {
  const ir::Graph specialized = transform::specialize(g, sizes);
  return ModuleWriter(specialized).run(sizes);
}

}  // namespace tlaloc::back
