#include "ir/text.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "ir/op_def.h"
#include "ir/scanner.h"
#include "ir/verify.h"

namespace tlaloc::ir {
namespace {

// ---- print -------------------------------------------------------------------------------------

class Printer {
 public:
  explicit Printer(const Function& f) : f_(f), names_(f.values.size()) {}

  std::string run() {
    for (Value p : f_.body.params) define(p);
    out_ += "func " + at_name(f_.name) + params(f_.body) + " ->";
    for (std::size_t i = 0; i < f_.body.results.size(); ++i)
      out_ += (i > 0 ? ", " : " ") + text(f_.type(f_.body.results[i]));
    if (f_.body.results.empty()) out_ += " ()";
    out_ += where(f_.where) + " {\n";
    for (const Requirement& r : f_.requirements)
      out_ += fmt::format("  require {} {} {} {} {} {}{}\n", r.left_param, r.left_axis,
                          r.right_param, r.right_axis, quote(r.op), quote(r.id), where(r.where));
    for (const CommonSize& c : f_.common_sizes)
      out_ += fmt::format("  common {} = {}, {} {} {} {}{}\n", c.symbol.empty() ? "_" : c.symbol,
                          c.left.text(), c.right.text(), quote(c.op), quote(c.id), quote(c.text),
                          where(c.where));
    region(f_.body, 1, "return");
    return out_ + "}\n";
  }

  static std::string at_name(const std::string& n) { return "@" + n; }

 private:
  static bool is_word(const std::string& s) {
    Scanner scan(s);
    return scan.word() == s && !scan.failed();
  }

  void define(Value v) {
    std::string name = f_.values[v.id].name;
    if (name.empty() || !is_word(name)) {
      name = fmt::format("{}", next_++);
    } else if (!used_.insert(name).second) {
      int k = 2;
      while (!used_.insert(fmt::format("{}_{}", name, k)).second) ++k;
      name = fmt::format("{}_{}", name, k);
    }
    names_[v.id] = "%" + name;
  }

  std::string ref(Value v) const { return v ? names_[v.id] : "%none"; }
  std::string refs(const Values& vs) const {
    std::string out;
    for (Value v : vs) out += (out.empty() ? "" : ", ") + ref(v);
    return out;
  }
  std::string params(const Region& r) const {
    std::string out;
    for (Value p : r.params) out += (out.empty() ? "" : ", ") + ref(p) + ": " + text(f_.type(p));
    return "(" + out + ")";
  }
  static std::string where(const base::Location& at) {
    return at.known() ? fmt::format(" at {}:{}:{}", quote(at.file), at.line, at.column)
                      : std::string();
  }

  void region(const Region& r, int depth, std::string_view terminator) {
    const std::string pad(2 * depth, ' ');
    for (const Node& n : r.nodes) node(n, depth);
    out_ +=
        fmt::format("{}{}{}{}\n", pad, terminator, r.results.empty() ? "" : " ", refs(r.results));
  }

  void node(const Node& n, int depth) {
    const std::string pad(2 * depth, ' ');
    std::string body;
    std::swap(out_, body);  // regions print before the results have names
    for (const Region& r : n.regions) {
      for (Value p : r.params) define(p);
      out_ += " do " + params(r) + " {\n";
      region(r, depth + 1, "yield");
      out_ += pad + "}";
    }
    std::swap(out_, body);
    for (Value v : n.results) define(v);
    out_ += pad + refs(n.results) + (n.results.empty() ? "" : " = ");
    out_ += fmt::format("{}({})", n.op->name, refs(n.operands));
    if (const std::string a = text(n.attrs); !a.empty()) out_ += " " + a;
    out_ += body;
    std::string types;
    for (Value v : n.results) types += (types.empty() ? " : " : ", ") + text(f_.type(v));
    out_ += types + where(n.where) + "\n";
  }

  const Function& f_;
  std::vector<std::string> names_;
  std::set<std::string> used_;
  std::string out_;
  int next_ = 0;
};

// ---- parse -------------------------------------------------------------------------------------

class Parser {
 public:
  Parser(std::string_view text, const std::function<const OpDef*(std::string_view)>& find_op)
      : scan_(text), find_op_(find_op) {}

  base::Result<Graph> run() {
    Graph g;
    scan_.expect("dxir");
    if (const auto version = scan_.integer(); !scan_.failed() && version != kTextVersion)
      scan_.fail(fmt::format("text version {}, but this library reads {}", version, kTextVersion));
    while (!scan_.failed() && !scan_.at_end()) g.functions.push_back(function());
    if (!scan_.failed() && g.functions.empty()) scan_.fail("expected a function");
    if (scan_.failed()) return base::fail(scan_.error());
    if (auto ok = verify(g); !ok) return base::fail(ok.error());
    return g;
  }

 private:
  Function function() {
    Function f;
    f_ = &f;
    values_.clear();
    scan_.expect("func");
    scan_.expect("@");
    f.name = scan_.word();
    params(f.body);
    scan_.expect("->");
    if (scan_.accept("(")) {
      scan_.expect(")");
    } else {
      do scan_.type();
      while (scan_.accept(","));
    }
    f.where = where();
    scan_.expect("{");
    while (scan_.accept("require")) f.requirements.push_back(requirement());
    while (scan_.accept("common")) f.common_sizes.push_back(common_size());
    region(f.body, "return");
    scan_.expect("}");
    return f;
  }

  CommonSize common_size() {
    CommonSize c;
    c.symbol = scan_.word();
    if (c.symbol == "_") c.symbol.clear();
    scan_.expect("=");
    c.left = scan_.size();
    scan_.expect(",");
    c.right = scan_.size();
    c.op = scan_.quoted();
    c.id = scan_.quoted();
    c.text = scan_.quoted();
    c.where = where();
    return c;
  }

  Requirement requirement() {
    Requirement r;
    for (int* field : {&r.left_param, &r.left_axis, &r.right_param, &r.right_axis})
      *field = static_cast<int>(scan_.integer());
    r.op = scan_.quoted();
    r.id = scan_.quoted();
    r.where = where();
    return r;
  }

  base::Location where() {
    base::Location at;
    if (!scan_.accept("at")) return at;
    at.file = scan_.quoted();
    scan_.expect(":");
    at.line = static_cast<int>(scan_.integer());
    scan_.expect(":");
    at.column = static_cast<int>(scan_.integer());
    return at;
  }

  // "%name" or "%3": its text; numbers mean that the value has no name.
  std::string value_name() {
    scan_.expect("%");
    if (scan_.failed()) return {};
    Scanner ahead = scan_;
    if (const std::string w = ahead.word(); !ahead.failed()) {
      scan_ = ahead;
      return w;
    }
    return fmt::format("{}", scan_.integer());
  }

  void define(const std::string& name, Value v) {
    if (name == "none" || !values_.emplace(name, v).second)
      scan_.fail(fmt::format("%{} is defined twice", name));
    if (!name.empty() && (name[0] < '0' || name[0] > '9')) f_->values[v.id].name = name;
  }

  void params(Region& r) {
    scan_.expect("(");
    while (!scan_.failed() && !scan_.accept(")")) {
      if (!r.params.empty() && !scan_.expect(",")) return;
      const std::string name = value_name();
      scan_.expect(":");
      r.params.push_back(f_->add_value(scan_.type()));
      define(name, r.params.back());
    }
  }

  Value use() {
    const std::string name = value_name();
    if (name == "none") return {};
    const auto at = values_.find(name);
    if (at != values_.end()) return at->second;
    scan_.fail(fmt::format("%{} is not defined before its use", name));
    return {};
  }

  void region(Region& r, std::string_view terminator) {
    while (!scan_.failed() && !scan_.peek(terminator)) r.nodes.push_back(node());
    scan_.expect(terminator);
    while (scan_.peek("%")) {
      r.results.push_back(use());
      if (!scan_.accept(",")) break;
    }
  }

  Node node() {
    Node n;
    std::vector<std::string> names;
    while (scan_.peek("%")) {
      names.push_back(value_name());
      if (!scan_.accept(",")) break;
    }
    if (!names.empty()) scan_.expect("=");
    const std::string op = scan_.word();
    n.op = scan_.failed() ? nullptr : find_op_(op);
    if (n.op == nullptr) scan_.fail(fmt::format("'{}' is no op", op));
    scan_.expect("(");
    while (!scan_.failed() && !scan_.accept(")")) {
      if (!n.operands.empty() && !scan_.expect(",")) break;
      n.operands.push_back(use());
    }
    if (scan_.peek("{")) n.attrs = scan_.attrs();
    while (scan_.accept("do")) {
      Region r;
      params(r);
      scan_.expect("{");
      region(r, "yield");
      scan_.expect("}");
      n.regions.push_back(std::move(r));
    }
    for (std::size_t i = 0; i < names.size() && !scan_.failed(); ++i) {
      scan_.expect(i == 0 ? ":" : ",");
      n.results.push_back(f_->add_value(scan_.type()));
      define(names[i], n.results.back());
    }
    n.where = where();
    return n;
  }

  Scanner scan_;
  const std::function<const OpDef*(std::string_view)>& find_op_;
  Function* f_ = nullptr;
  std::map<std::string, Value> values_;
};

}  // namespace

std::string print(const Function& f) { return Printer(f).run(); }

std::string print(const Graph& g) {
  std::string out = fmt::format("dxir {}\n", kTextVersion);
  for (const Function& f : g.functions) out += "\n" + print(f);
  return out;
}

base::Result<Graph> parse(std::string_view text,
                          const std::function<const OpDef*(std::string_view)>& find_op) {
  return Parser(text, find_op).run();
}

}  // namespace tlaloc::ir
