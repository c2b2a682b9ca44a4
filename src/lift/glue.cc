#include "lift/glue.h"

#include <algorithm>

#include <fmt/format.h>

namespace tlaloc::lift {
namespace {

/// How the glue takes a parameter and hands it on.
struct Handed {
  std::string taken, given;
};

Handed hand(const ir::Parameter& p, std::size_t number, bool typed) {
  const std::string name = "x" + std::to_string(number);
  const bool is_scalar = p.tree.kind == ir::Tree::Kind::scalar;
  const bool has_type = has_plain_name(p.tree);
  if (p.tree.enumerated)
    return {"auto " + name, fmt::format("static_cast<{}>({})", p.tree.cpp_type, name)};
  if (is_scalar) return {p.tree.cpp_type + " " + name, name};
  if (typed && has_type) {
    return p.by_value ? Handed{p.tree.cpp_type + "&& " + name, "std::move(" + name + ")"}
                      : Handed{"const " + p.tree.cpp_type + "& " + name, name};
  }
  return {"auto&& " + name, "std::forward<decltype(" + name + ")>(" + name + ")"};
}

/// `from::member`, as a type of its own.
std::string member_type(const std::string& from, const std::string& member) {
  const std::string prefix = "typename ";
  return prefix + (from.starts_with(prefix) ? from.substr(prefix.size()) : from) + "::" + member;
}

/// The type of a tree's child number `i`, told from the type `from` of the tree's value.
std::string child_type(const ir::Tree& t, std::size_t i, const std::string& from) {
  switch (t.kind) {
    case ir::Tree::Kind::pair:
      return member_type(from, i == 0 ? "first_type" : "second_type");
    case ir::Tree::Kind::tuple:
      return fmt::format("std::tuple_element_t<{}, {}>", i, from);
    case ir::Tree::Kind::optional:
      return member_type(from, "value_type");
    case ir::Tree::Kind::array:
    case ir::Tree::Kind::list:
      return fmt::format("std::remove_cvref_t<decltype(std::declval<{}&>()[0])>", from);
    default:
      return fmt::format("std::remove_cvref_t<decltype(std::declval<{}&>().{})>", from,
                         t.children[i].field);
  }
}

/// The type of record `id`, told from the type `from` of a value of this tree; "" if it is not in
/// it.
std::string record_type(const ir::Tree& t, int id, const std::string& from) {
  if ((t.kind == ir::Tree::Kind::record || t.enumerated) && t.record == id) return from;
  for (std::size_t i = 0; i < t.children.size(); ++i) {
    std::string found = record_type(t.children[i], id, child_type(t, i, from));
    if (!found.empty()) return found;
  }
  return {};
}

/// Of the calls that could take the same arguments, only the one for these types is there.
std::string constraint(const GlueCall& c) {
  std::string out;
  for (std::size_t i = 0; i < c.keys.size(); ++i) {
    if (c.keys[i].empty()) continue;
    out += fmt::format(
        "{}std::is_same_v<::tlaloc::detail::Key<std::remove_cvref_t<decltype(x{})>>, {}>",
        out.empty() ? "" : " && ", i, c.keys[i]);
  }
  return out.empty() ? out : "\n    requires(" + out + ")\n ";
}

/// The captured values, as the arguments behind the others.
std::vector<std::string> captured_texts(const GlueCall& c) {
  std::vector<std::string> out;
  for (const Access& a : c.captures) out.push_back(a.text);
  std::size_t i = 0;
  for (const ir::Parameter& p : c.program->boundary.params) {
    if (!p.captured || i >= out.size()) continue;
    if (p.tree.enumerated) out[i] = fmt::format("static_cast<{}>({})", p.tree.cpp_type, out[i]);
    ++i;
  }
  return out;
}

std::string explicit_types(const PrintedProgram& p) {
  std::string out;
  for (int id : p.explicit_records)
    out += (out.empty() ? "" : ", ") + record_type(p.boundary.result, id, "R");
  return out.empty() ? out : "<" + out + ">";
}

/// A call that, where a check of the user's fails, calls the user's function instead: its own
/// exception is what arrives.
std::string checked_text(const std::string& result, const std::string& arguments) {
  return "#if __cpp_exceptions\n    try {\n      " + result +
         "    } catch (const ::tlaloc::generated::CheckFailed&) {\n      "
         "static_cast<void>(callable(" +
         arguments + "));\n      throw;\n    }\n#else\n    " + result + "#endif\n";
}

}  // namespace

bool has_plain_name(const ir::Tree& t) {
  return t.kind != ir::Tree::Kind::record && t.kind != ir::Tree::Kind::list && !t.enumerated &&
         !t.cpp_type.empty() && std::all_of(t.children.begin(), t.children.end(), has_plain_name);
}

std::string call_text(const GlueCall& c) {
  std::string taken, given, again;
  std::size_t number = 0;
  const int checked = c.program->checked_arguments;
  for (const ir::Parameter& p : c.program->boundary.params) {
    if (p.captured) continue;
    const std::string name = "x" + std::to_string(number);
    const Handed h = hand(p, number++, c.is_generic);
    taken += ", [[maybe_unused]] " + h.taken;
    given += (given.empty() ? "" : ", ") + (checked < 0 ? h.given : name);
    if (static_cast<int>(number) <= checked) again += (again.empty() ? "" : ", ") + name;
  }
  bool reads = false;
  for (const std::string& text : captured_texts(c)) {
    given += (given.empty() ? "" : ", ") + text;
    reads = reads || text.find("captured") != std::string::npos;
  }
  std::string out =
      "  template <class R>\n  static constexpr R call([[maybe_unused]] const auto& callable" +
      taken + ")" + constraint(c) + " {\n";
  if (reads) out += "    const auto captured = callable.tlaloc_read();\n";
  const std::string result =
      "return ::" + c.program->function + explicit_types(*c.program) + "(" + given + ");\n";
  return out + (checked < 0 ? "    " + result : checked_text(result, again)) + "  }\n";
}

/// What `program` and `Session::compile` read: the graph, and the captures that its last parameters
/// stand for.
std::string graph_text(const GlueCall& c) {
  std::string captures;
  bool reads = false;
  for (const std::string& text : captured_texts(c)) {
    captures += (captures.empty() ? "" : ", ") + text;
    reads = reads || text.find("captured") != std::string::npos;
  }
  std::string out =
      "  static constexpr const char* text = R\"dxir(" + c.program->graph + ")dxir\";\n";
  out += "  static auto captures([[maybe_unused]] const auto& callable) {\n";
  if (reads) out += "    const auto captured = callable.tlaloc_read();\n";
  return out + "    return std::make_tuple(" + captures + ");\n  }\n";
}

void Glue::declare_site(const std::string& name, bool keyed) {
  sites_ += std::string(keyed ? "template <class>\n" : "") + "struct " + name + ";\n";
}

void Glue::add_site_of(const std::string& type, const std::string& site) {
  const std::string text = "template <>\nstruct tlaloc::detail::SiteOf<" + type +
                           "> {\n  using type = " + site + ";\n};\n";
  if (declared_.insert(text).second) site_of_ += text;
}

void Glue::add(const GlueCall& c) {
  for (const Access& a : c.captures)
    if (!a.declarations.empty() && declared_.insert(a.declarations).second)
      late_declarations_ += a.declarations;
  const auto [it, is_new] = index_.emplace(c.site + " " + c.path, programs_.size());
  if (is_new) programs_.push_back({c.site, c.path, false, {}, {}});
  Program& p = programs_[it->second];
  p.is_late = p.is_late || c.is_late;
  if (!c.program->graph.empty() && p.graph.empty()) p.graph = graph_text(c);
  std::string text = call_text(c);
  if (std::find(p.calls.begin(), p.calls.end(), text) == p.calls.end())
    p.calls.push_back(std::move(text));
}

std::string Glue::programs(bool late) const {
  std::string out;
  for (const Program& p : programs_) {
    if (p.is_late != late) continue;
    out += "template <>\nstruct tlaloc::detail::Program<" + p.site + ", " + p.path + "> {\n";
    for (const std::string& c : p.calls) out += c;
    out += p.graph;
    out += "};\n";
  }
  return out;
}

std::string Glue::early(const std::vector<std::string>& derivatives) const {
  std::string out =
      "#pragma once\n#pragma GCC system_header\n#include <array>\n#include <tuple>\n#include "
      "<utility>\n#include <tlaloc/gen.h>\n";
  for (const std::string& d : derivatives) out += "#include \"" + d + "\"\n";
  if (!sites_.empty()) out += "namespace tlaloc_gen {\n" + sites_ + "}\n";
  return out + programs(false);
}

std::string Glue::late() const {
  const std::string text = late_declarations_ + site_of_ + programs(true);
  return text.empty() ? text : "#pragma once\n#pragma GCC system_header\n" + text;
}

}  // namespace tlaloc::lift
