// Structure that transforms and back ends treat by kind: regions, calls, sizes. See ir::Control.
#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/table.h"

namespace tlaloc::ops {
namespace {

base::Result<std::vector<Type>> size_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 0); !ok) return base::fail(ok.error());
  return one(ir::scalar_type(DType::i64));
}
base::Result<std::vector<Type>> bind_size_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  if (!is_integer(q.x[0].dtype) || !q.x[0].is_scalar())
    return refuse(q, 1, ir::text(q.x[0]) + " cannot be a size, an integer scalar is expected");
  return std::vector<Type>{};
}
base::Result<std::vector<Type>> require_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 0); !ok) return base::fail(ok.error());
  return std::vector<Type>{};
}
base::Result<std::vector<Type>> check_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  if (q.x[0] != ir::scalar_type(DType::b1))
    return refuse(q, 1, ir::text(q.x[0]) + " cannot be checked, b1[] is expected");
  return std::vector<Type>{};
}
/// Ops with regions: who builds them gives their result types.
base::Result<std::vector<Type>> by_regions(ir::TypeQuery&) {
  TLALOC_CHECK(false, "an op with regions has no type rule: use Builder::add_structural");
  return std::vector<Type>{};
}

constexpr OpDef kIf = define({
    .name = "if",
    .doc = "Runs the first region where the condition is true, else the second. Operand: condition "
           "b1[].",
    .infer = by_regions,
    .control = Control::branch,
});
constexpr OpDef kFor = define({
    .name = "for",
    .doc = "Runs its region so many times. Operands: trip count i64[], carried values.",
    .infer = by_regions,
    .control = Control::loop,
});
constexpr OpDef kWhile = define({
    .name = "while",
    .doc = "Runs its second region while the first gives true. Operands: carried values.",
    .infer = by_regions,
    .control = Control::while_loop,
});
constexpr OpDef kCall = define({
    .name = "call",
    .doc = "Runs another function of the graph. Attribute: callee.",
    .infer = by_regions,
    .control = Control::call,
});
constexpr OpDef kMap = define({
    .name = "map",
    .doc = "Runs its region on the elements of its operands: element-wise ops, fused.",
    .infer = by_regions,
    .control = Control::map,
});
constexpr OpDef kSize = define({
    .name = "size",
    .doc = "The value of a size, as an i64 scalar. Attribute: size.",
    .infer = size_types,
    .control = Control::size,
});
constexpr OpDef kBindSize = define({
    .name = "bind_size",
    .doc = "Gives the value of an integer scalar to a size's symbol. Attributes: symbol; room_only "
           "where "
           "a larger size would give the same results.",
    .infer = bind_size_types,
    .control = Control::bind_size,
    .has_effect = true,
});
constexpr OpDef kRequire = define({
    .name = "require",
    .doc = "Checks at run time that two sizes are equal. Attributes: left, right, op, id, text.",
    .infer = require_types,
    .control = Control::require,
    .has_effect = true,
});

constexpr OpDef kCheck = define({
    .name = "check",
    .doc = "Fails at run time unless the condition is true: the user's throw or assert. Operand: "
           "condition b1[]. Attribute: text, what the user wrote.",
    .infer = check_types,
    .control = Control::require,
    .has_effect = true,
});

constexpr const OpDef* kOps[] = {&kIf,   &kFor,      &kWhile,   &kCall, &kMap,
                                 &kSize, &kBindSize, &kRequire, &kCheck};

}  // namespace

const OpDef& structural(Control control) {
  for (const OpDef* op : kOps)
    if (op->control == control) return *op;
  TLALOC_CHECK(false, "there is no structural op of this kind");
  return kIf;
}

const OpDef& check_op() { return kCheck; }

namespace build {
Value size_of(Builder& b, const Size& s) {
  if (const auto n = s.constant()) return integer(b, *n, DType::i64);
  return b.add(kSize, {}, {{"size", s}});
}
}  // namespace build

const Family kControlFamily{kOps, {}};

}  // namespace tlaloc::ops
