#include "ops/table.h"

#include <map>

#include "base/check.h"
#include "ops/families.h"
#include "ops/source.h"

namespace tlaloc::ops {
namespace {

// The order of every generated list.
const Family* const kFamilies[] = {
    &kControlFamily,       &kConstantFamily,    &kBroadcastFamily, &kArithmeticFamily,
    &kUnaryFamily,         &kExponentialFamily, &kPowerFamily,     &kCircleFamily,
    &kSpecialFamily,       &kRoundingFamily,    &kExtremeFamily,   &kCompareFamily,
    &kLogicFamily,         &kBitsFamily,        &kSelectFamily,    &kReduceFamily,
    &kReduceExtremeFamily, &kShapeFamily,       &kSliceFamily,     &kConcatFamily,
    &kContractFamily,      &kMatmulFamily,      &kIndexFamily,     &kAxisIndicesFamily,
    &kTakeFamily,          &kSoftmaxFamily,     &kClassesFamily,   &kIndexSourceFamily,
    &kCloseFamily,         &kMakeFamily};

template <class Key, class T>
void add_once(std::map<Key, T>& map, Key key, T value) {
  TLALOC_CHECK(map.emplace(key, value).second,
               "two entries of the op table have one name: " + std::string(key));
}

}  // namespace

std::span<const OpDef* const> table() {
  static const std::vector<const OpDef*> ops = [] {
    std::vector<const OpDef*> out;
    for (const Family* f : kFamilies) out.insert(out.end(), f->ops.begin(), f->ops.end());
    return out;
  }();
  return ops;
}

namespace {

bool has_own_door(const OpDef& op) {
  return op.element == Element::pointwise && is_source_function(op.name) &&
         op.samples().front().attrs.entries().empty();
}

}  // namespace

std::span<const Door> doors() {
  static const std::vector<Door> all = [] {
    std::vector<Door> out;
    for (const Family* f : kFamilies)
      for (const OpDef* op : f->ops) {
        const std::size_t before = out.size();
        for (const Door& d : f->doors)
          if (d.op == op) out.push_back(d);
        if (out.size() == before && has_own_door(*op)) out.push_back({op->name, op});
      }
    return out;
  }();
  return all;
}

const OpDef* find(std::string_view name) {
  static const std::map<std::string_view, const OpDef*> by_name = [] {
    std::map<std::string_view, const OpDef*> out;
    for (const OpDef* op : table()) add_once(out, op->name, op);
    return out;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

const SquareRule* square_rule(const OpDef& op) {
  static const std::map<const OpDef*, const SquareRule*> by_op = [] {
    std::map<const OpDef*, const SquareRule*> out;
    for (const Family* f : kFamilies)
      for (const SquareRule& r : f->squares) out.emplace(r.op, &r);
    return out;
  }();
  const auto found = by_op.find(&op);
  return found == by_op.end() ? nullptr : found->second;
}

namespace {

const Source* find_source(std::string_view name) {
  static const std::map<std::string_view, const Source*> by_name = [] {
    std::map<std::string_view, const Source*> out;
    for (const Family* f : kFamilies)
      for (const Source& s : f->sources) add_once(out, s.name, &s);
    return out;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

}  // namespace

bool is_source_function(std::string_view name) { return find_source(name) != nullptr; }

base::Result<Values> build_source_call(Builder& b, const SourceCall& call) {
  const Source* source = find_source(call.name);
  TLALOC_CHECK(source != nullptr, "the lifter asks for a function that is not in the table: " +
                                      std::string(call.name));
  return source->build(b, call);
}

}  // namespace tlaloc::ops
